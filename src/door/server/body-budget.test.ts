import { describe, expect, it } from 'vitest'
import { BodyPool } from './body-budget.ts'

describe('a pool of body memory', () => {
  it('gives one owner a quarter while others use it too, and any single body that fits', () => {
    const pool = new BodyPool(800)
    const whole = pool.take('a', 700)
    expect(() => pool.take('a', 1)).toThrow('too many request bodies are in flight')
    expect(() => pool.take('b', 101)).toThrow('too many request bodies are in flight')
    pool.take('b', 100)
    whole()
    whole()
    expect(pool.total).toBe(100)
    pool.take('b', 100)
    expect(() => pool.take('b', 1)).toThrow('503 Service Unavailable')
    pool.take('c', 600)
    expect(pool.total).toBe(800)
  })

  it('refuses a body that never fits with the setting to change', () => {
    expect(() => new BodyPool(800).take('a', 801)).toThrow('half of http.bodyMemory')
  })
})

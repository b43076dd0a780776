// The world map: the outlines of the countries as paths of a drawing, made once: Natural Earth's at 1:110 million (public domain, from
// world-atlas) in the projection of the same name. Countries too small for them are circles. Runs in the browser too.
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }

/** Width of the drawing in its own units. */
export const WIDTH = 464
/** Its height. */
export const HEIGHT = 216

/** The outline of a country with its two letters; empty for what has none. */
interface Outline {
  readonly code: string
  readonly path: string
}

type Atlas = Topology<{ countries: GeometryCollection }>

// Longitude and latitude of places that hold many hosts on little land.
const SMALL: Readonly<Record<string, readonly [number, number]>> = {
  SG: [103.8, 1.35],
  HK: [114.2, 22.3],
  MT: [14.4, 35.9],
  BH: [50.6, 26],
  MU: [57.6, -20.2],
  LI: [9.55, 47.15],
  MC: [7.4, 43.7],
  AD: [1.5, 42.5],
  SC: [55.5, -4.6],
  MO: [113.5, 22.2],
}

/** All outlines. */
export const OUTLINES: readonly Outline[] = draw()

function draw(): readonly Outline[] {
  const topology = atlas as unknown as Atlas
  const world = feature(topology, topology.objects.countries)
  const shown = world.features.filter(({ id }) => id !== '010')
  const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { ...world, features: shown })
  const path = geoPath(projection).digits(1)
  const letters = new Map(codes.map(([two = '', , number = '']) => [number, two]))
  const countries = shown.map((one) => ({ code: letters.get(String(one.id)) ?? '', path: path(one) ?? '' }))
  const circles = Object.entries(SMALL).map(([code, place]) => {
    const [x = 0, y = 0] = projection([...place]) ?? []
    return { code, path: `M${x - 2.5},${y}a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0 -5,0` }
  })
  return [...countries, ...circles]
}

// Retention of records by age and source.

export {
  createRetention,
  type Retention,
  type RetentionPlan,
  type RetentionPolicy,
  type ScheduledRetention,
  scheduledRetention,
} from './retention.ts'

// Retention of records by age and source.

export {
  createRetention,
  type Retention,
  type RetentionJob,
  type RetentionPlan,
  type RetentionPolicy,
  type ScheduledRetention,
  scheduledRetention,
} from './retention.ts'

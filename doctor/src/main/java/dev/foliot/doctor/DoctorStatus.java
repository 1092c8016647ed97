package dev.foliot.doctor;

/** What one look of the doctor says of measuring here, from the best to the worst. */
public enum DoctorStatus {
  /** Nothing to do. */
  OK,
  /** It could not be seen; the reason and the remedy stand beside it. */
  UNKNOWN,
  /** Something cannot be measured, or less well than it could be. */
  LIMITS,
  /** Figures from here would mislead. */
  SPOILS
}

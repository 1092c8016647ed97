package dev.foliot.store.profile;

/** What the stacks of a profile are counted by. */
public enum ProfileKind {
  /** CPU time. */
  CPU("cpu", "CPU time", "sample"),
  /** All time, whether a thread runs or waits. */
  WALL("wall", "wall-clock time", "sample"),
  /** Allocated memory. */
  ALLOCATION("alloc", "allocation", "KiB"),
  /** Waits for locks, and parking. */
  LOCK("lock", "waits for locks", "us");

  private final String label;
  private final String words;
  private final String unit;

  ProfileKind(String label, String words, String unit) {
    this.label = label;
    this.words = words;
    this.unit = unit;
  }

  /** Its name in files and JSON. */
  public String label() {
    return label;
  }

  /** Its name for people. */
  public String words() {
    return words;
  }

  /** What one of a stack's count stands for: a sample, a KiB or a microsecond. */
  public String unit() {
    return unit;
  }
}

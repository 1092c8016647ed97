package dev.foliot.checks.specimens.waits;

/**
 * A program whose threads wait, with its truth. Immutable.
 *
 * @param name its name on the command line
 * @param what its behaviour, in a sentence
 * @param kind the kind of its finding, as in {@code foliot.diagnosis/1}; {@code none} for a control
 * @param place a method that the finding names, as {@code Class.getName() + "." + method}; empty
 *     for a control
 * @param since the first feature version that it is affected on, or can run on
 * @param until the last feature version that it is affected on
 * @param program starts its threads, and returns when they are in their state
 */
public record WaitSpecimen(
    String name, String what, String kind, String place, int since, int until, Program program) {
  /** The kind of a control. */
  public static final String NONE = "none";

  private static final int ALWAYS = Integer.MAX_VALUE;
  private static final int OLDEST = 17;

  /** Starts the threads of a program. */
  @FunctionalInterface
  public interface Program {
    /** Starts the threads, and returns when they are in their state. */
    void start() throws Exception;
  }

  static WaitSpecimen affected(
      String name, String what, String kind, String place, Program program) {
    return new WaitSpecimen(name, what, kind, place, OLDEST, ALWAYS, program);
  }

  static WaitSpecimen control(String name, String what, Program program) {
    return new WaitSpecimen(name, what, NONE, "", OLDEST, ALWAYS, program);
  }

  /** The same for some feature versions only. */
  WaitSpecimen on(int first, int last) {
    return new WaitSpecimen(name, what, kind, place, first, last, program);
  }

  /** Whether a JDK can run it. */
  public boolean runsOn(int feature) {
    return feature >= since;
  }

  /** Whether it is affected on a JDK that can run it. */
  public boolean isAffectedOn(int feature) {
    return !kind.equals(NONE) && feature <= until;
  }
}

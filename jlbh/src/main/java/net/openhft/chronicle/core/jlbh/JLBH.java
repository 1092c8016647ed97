package net.openhft.chronicle.core.jlbh;

/** Measures a {@link JLBHTask} of the old package, see {@link net.openhft.chronicle.jlbh.JLBH}. */
public class JLBH extends net.openhft.chronicle.jlbh.JLBH {
  /**
   * Prints to the standard output.
   *
   * @param jlbhOptions with a task
   */
  public JLBH(JLBHOptions jlbhOptions) {
    super(jlbhOptions);
  }
}

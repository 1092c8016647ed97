package dev.foliot.load;

/** The values that one user captured. One thread. */
public interface Values {
  /**
   * A captured value.
   *
   * @param variable its place in {@link Sequence#variables}
   */
  String value(int variable);
}

package dev.foliot.diagnose.sharing;

/** Is told where an examination stands; called by the thread that examines. */
public interface Steps {
  /**
   * A step begins, in words; {@code done} is the share of the time that has passed, from 0 to 1.
   */
  void step(String what, double done);
}

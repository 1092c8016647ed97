package dev.foliot.apps.lottery;

/**
 * The superclass in the checks: checking for it reads {@code _primary_supers[1]} and never writes.
 * It and the interfaces are public, for a subclass in another loader's run-time package.
 */
public abstract class Message {
  /** One of the two interfaces that the writer checks for in turn. */
  public interface Routed {}

  /** The other interface. */
  public interface Counted {}

  /**
   * Present beside {@link Parcel} in the profiles of the type checks. With only one class there,
   * the JIT would compare with that class and read no Klass at all.
   */
  static final class Refund extends Message implements Routed, Counted {}

  static final class Notice extends Message implements Routed, Counted {}
}

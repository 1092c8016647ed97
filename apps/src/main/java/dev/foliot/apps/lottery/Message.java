package dev.foliot.apps.lottery;

/**
 * The superclass of what is asked: to ask for it reads {@code _primary_supers[1]} and never writes.
 * Public, as are the interfaces, since a class in a loader of its own, so in another run-time
 * package, has them.
 */
public abstract class Message {
  /** One of the two interfaces that the writer asks for in turn. */
  public interface Routed {}

  /** The other. */
  public interface Counted {}

  /**
   * These two stand beside {@link Parcel} in the profiles of the type checks, without which the JIT
   * compiler compares with the one class that it has seen and asks no Klass at all.
   */
  static final class Refund extends Message implements Routed, Counted {}

  static final class Notice extends Message implements Routed, Counted {}
}

package dev.foliot.steer;

/** What {@link Traveller} stands on. */
final class Kinds {
  private Kinds() {}

  /** Its superclass. */
  public static class Base {
    /** In its vtable. */
    public int base() {
      return 1;
    }
  }

  /** An interface with a method. */
  public interface Routed {
    /** In its table of interfaces. */
    default int route() {
      return 2;
    }
  }

  /** One without. */
  public interface Counted {}
}

package dev.foliot.checks.specimens;

/**
 * What the specimens ask their objects for. Public, as are its members, since classes in loaders of
 * their own, so in other run-time packages, implement them.
 */
public final class Traits {
  private Traits() {}

  /** Asked for by nearly all. */
  public interface Routed {
    int route();
  }

  /** Asked for by nearly all, in turn with {@link Routed}. */
  public interface Counted {
    int count();
  }

  /** Asked for by pipelines. */
  public interface Released {
    int release();
  }

  /** Asked for by pipelines. */
  public interface Timed {
    int time();
  }

  /** What no message is: to ask for it is to scan all its interfaces in vain. */
  public interface Absent {}

  /** What lambdas are marked with. */
  public interface Marked {}

  /** The superclass of the messages: to ask for it reads {@code _primary_supers[1]}. */
  public abstract static class Base {
    int number = 1;

    public int route() {
      return 1;
    }

    public int count() {
      return 2;
    }

    public int release() {
      return 3;
    }

    public int time() {
      return 4;
    }

    public abstract int weight();
  }
}

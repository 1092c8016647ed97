package dev.foliot.checks.specimens;

/**
 * The interfaces and superclass that specimens check for. Public, with public members, because
 * classes in separate loaders, and so in other run-time packages, implement them.
 */
public final class Traits {
  private Traits() {}

  /** Used by nearly all. */
  public interface Routed {
    int route();
  }

  /** Used by nearly all, in turn with {@link Routed}. */
  public interface Counted {
    int count();
  }

  /** Used by pipelines. */
  public interface Released {
    int release();
  }

  /** Used by pipelines. */
  public interface Timed {
    int time();
  }

  /** No message implements it: a check scans all interfaces without a match. */
  public interface Absent {}

  /** The mark of lambdas. */
  public interface Marked {}

  /** The superclass of the messages: a check for it reads {@code _primary_supers[1]}. */
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

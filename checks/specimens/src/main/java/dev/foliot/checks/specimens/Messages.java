package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Base;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Released;
import dev.foliot.checks.specimens.Traits.Routed;
import dev.foliot.checks.specimens.Traits.Timed;

/**
 * The classes of the specimens. {@link Order} is the one in question; the others appear in the
 * profiles of the type checks. Without them the JIT compiler compares with the only known class and
 * checks no Klass.
 */
final class Messages {
  private Messages() {}

  static final class Order extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 1;
    }
  }

  static final class Refund extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 2;
    }
  }

  static final class Notice extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 3;
    }
  }

  static final class Receipt extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 4;
    }
  }

  static final class Invoice extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 5;
    }
  }

  static final class Query extends Base implements Routed, Counted, Released, Timed {
    @Override
    public int weight() {
      return 6;
    }
  }

  /** A message that is a record. */
  record Position(int route, int count) implements Routed, Counted {}

  /** A message that is a constant. */
  enum Signal implements Routed, Counted {
    START,
    STOP;

    @Override
    public int route() {
      return 1;
    }

    @Override
    public int count() {
      return 2;
    }
  }
}

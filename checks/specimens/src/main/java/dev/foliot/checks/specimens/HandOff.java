package dev.foliot.checks.specimens;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Another work, done by one of several threads at a time, which then wakes the next. */
final class HandOff implements Work {
  private final Work work;
  private final Semaphore own;
  private final Semaphore next;

  private HandOff(Work work, Semaphore own, Semaphore next) {
    this.work = work;
    this.own = own;
    this.next = next;
  }

  /** In a ring; the first begins. */
  static List<Work> among(List<Work> works) {
    List<Semaphore> turns = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      turns.add(new Semaphore(i == 0 ? 1 : 0));
    }
    List<Work> ring = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      ring.add(new HandOff(works.get(i), turns.get(i), turns.get((i + 1) % works.size())));
    }
    return ring;
  }

  @Override
  public int rounds() {
    return work.rounds();
  }

  @Override
  public long run(int rounds) {
    own.acquireUninterruptibly();
    try {
      return work.run(rounds);
    } finally {
      next.release();
    }
  }
}

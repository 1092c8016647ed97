package dev.foliot.bench;

import java.util.Arrays;

/**
 * The expected record of a story, by Lindley's recursion [1] over its schedule and stalls.
 *
 * <p>It follows the definitions alone and ignores how a producer works. A message starts when it is
 * due and the previous message has freed the producer. The wait behind that message is backlog; any
 * other wait is lateness.
 *
 * <p>[1] Lindley, "The theory of queues with a single server", 1952.
 */
final class Lindley {
  private Lindley() {}

  /** Each producer works on its own messages, one after the other. */
  static Ledger of(Story story) {
    Ledger ledger = new Ledger();
    long[] intended = story.intendedNs();
    long[] free = new long[story.producers()];
    for (int n = 0; n < story.messages(); n++) {
      int producer = n % story.producers();
      boolean waits = free[producer] < intended[n];
      long start =
          waits
              ? story.freezes().firstMovingNs(intended[n] + story.overshootNs(n))
              : free[producer];
      long end = story.freezes().doneNs(start, story.serviceNs(n));
      long backlog = waits ? 0 : free[producer] - intended[n];
      enter(ledger, intended[n], start, end, backlog);
      free[producer] = story.freezes().doneNs(end, story.afterNs(n));
    }
    return ledger;
  }

  /**
   * One producer hands the messages to servers behind one queue [2]. The server that is free first
   * takes the next.
   *
   * <p>[2] Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955.
   */
  static Ledger ofServers(Story story, int servers) {
    Ledger ledger = new Ledger();
    long[] intended = story.intendedNs();
    long[] free = new long[servers];
    long producerFree = 0;
    for (int n = 0; n < story.messages(); n++) {
      Arrays.sort(free);
      boolean waits = producerFree < intended[n];
      long handedOver = waits ? intended[n] + story.overshootNs(n) : producerFree;
      long start = Math.max(handedOver, free[0]);
      long end = start + story.serviceNs(n);
      long behindProducer = waits ? 0 : producerFree - intended[n];
      enter(ledger, intended[n], start, end, behindProducer + start - handedOver);
      free[0] = end;
      producerFree = handedOver;
    }
    return ledger;
  }

  private static void enter(
      Ledger ledger, long intendedNs, long startNs, long endNs, long backlogNs) {
    ledger.add(Kind.RESPONSE, endNs - intendedNs);
    ledger.add(Kind.SERVICE, endNs - startNs);
    ledger.add(Kind.LAG, startNs - intendedNs);
    ledger.add(Kind.BACKLOG, backlogNs);
    ledger.add(Kind.LATENESS, startNs - intendedNs - backlogNs);
  }
}

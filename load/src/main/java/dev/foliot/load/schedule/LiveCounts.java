package dev.foliot.load.schedule;

import dev.foliot.load.Failure;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * One event loop's counts while the load runs. Its loop writes; one other thread reads, and may see
 * values that are some requests old.
 */
public final class LiveCounts {
  private static final int DIGITS = 2;

  private final SingleWriterRecorder responses = new SingleWriterRecorder(DIGITS);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong ok = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLongArray failures = new AtomicLongArray(Failure.CODES);
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong latenessNs = new AtomicLong();

  private static void add(AtomicLong count) {
    count.setRelease(count.getPlain() + 1);
  }

  public void sent(int openConnections) {
    add(sent);
    connections.setRelease(openConnections);
  }

  public void ok(long responseNs, long lateNs) {
    add(ok);
    responses.recordValue(Math.max(0, responseNs));
    if (lateNs > latenessNs.getPlain()) {
      latenessNs.setRelease(lateNs);
    }
  }

  public void failed(int code) {
    failures.setRelease(code, failures.getPlain(code) + 1);
    add(failed);
  }

  /** Adds the failures so far by code. */
  void addFailuresTo(long[] sums) {
    for (int code = 0; code < sums.length; code++) {
      sums[code] += failures.getAcquire(code);
    }
  }

  /**
   * Takes what came since the last call.
   *
   * @param into receives the response times
   * @return sent, ok, failed and connections so far, and the maximum of lateness since
   */
  long[] take(Histogram into) {
    into.add(responses.getIntervalHistogram());
    return new long[] {
      sent.getAcquire(),
      ok.getAcquire(),
      failed.getAcquire(),
      connections.getAcquire(),
      // a maximum that comes between is lost; the result has it
      latenessNs.getAndSet(0)
    };
  }
}

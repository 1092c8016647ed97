package dev.foliot.examples.pool;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Plays 500 calls that wait 20 ms each, and prints which size the pool chose. */
public final class Calls {
  private static final int CALLS = 500;
  private static final long CALL_MS = 20;

  private Calls() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    try (AdaptivePool pool = AdaptivePool.builder().name("calls").maximum(200).platform()) {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        int call = i;
        answers.add(pool.submit(() -> answer(call)));
      }
      long sum = 0;
      for (Future<Integer> answer : answers) {
        sum += answer.get();
      }
      PoolSnapshot end = pool.snapshot();
      System.out.printf(
          "%d calls ended, their sum is %d; the pool has room for %d tasks at once%n",
          answers.size(), sum, end.size());
      end.resizes().forEach(resize -> System.out.println("  " + resize.reason()));
    }
  }

  private static int answer(int call) throws InterruptedException {
    Thread.sleep(CALL_MS);
    return call;
  }
}

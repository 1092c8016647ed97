package dev.foliot.hotspot.threads;

import java.util.concurrent.locks.LockSupport;

/** A program with some threads that compute, or, with the argument 0, with none. */
final class Busy {
  private Busy() {}

  public static void main(String[] args) {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      new Thread(Busy::compute, "busy-" + i).start();
    }
    System.out.println("ready");
    while (true) {
      LockSupport.parkNanos(1_000_000_000);
    }
  }

  private static void compute() {
    long sum = 1;
    while (sum != 0) {
      sum = (sum * 31 + 7) | 1;
    }
  }
}

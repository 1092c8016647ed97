package dev.foliot.checks.specimens;

import java.util.function.Supplier;

/**
 * The checked objects, in an array. C2 would move a check of one object out of its loop and never
 * repeat it.
 */
final class Crowd {
  static final int SIZE = 64;
  static final int MASK = SIZE - 1;

  private Crowd() {}

  /** Objects of the makers in turn. */
  static Object[] of(Supplier<?>... makers) {
    Object[] objects = new Object[SIZE];
    for (int i = 0; i < SIZE; i++) {
      objects[i] = makers[i % makers.length].get();
    }
    return objects;
  }
}

package dev.foliot.checks.specimens;

import java.util.function.Supplier;

/**
 * The objects that are asked, in an array: a check of one and the same object would be moved out of
 * its loop by C2 and never be made again.
 */
final class Crowd {
  static final int SIZE = 64;
  static final int MASK = SIZE - 1;

  private Crowd() {}

  /** Objects of each of the makers in turn. */
  static Object[] of(Supplier<?>... makers) {
    Object[] objects = new Object[SIZE];
    for (int i = 0; i < SIZE; i++) {
      objects[i] = makers[i % makers.length].get();
    }
    return objects;
  }
}

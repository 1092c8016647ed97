package dev.foliot.checks.targets;

import java.io.Serializable;

/** Loads very many classes, and checks an object of each for one interface. */
public final class Crowded {
  private Crowded() {}

  /** Takes the number of classes. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    Object[] kept = new Object[count];
    int asked = 0;
    for (int i = 0; i < count; i++) {
      kept[i] = Class.forName("crowd.C" + i).getDeclaredConstructor().newInstance();
      asked += kept[i] instanceof Serializable ? 1 : 0;
    }
    if (asked != count) {
      throw new IllegalStateException(asked + " of " + count);
    }
    Load.await();
  }
}

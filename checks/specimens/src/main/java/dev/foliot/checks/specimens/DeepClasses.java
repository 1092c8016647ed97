package dev.foliot.checks.specimens;

/**
 * Checks for two superclasses at depths eight and nine below Object. HotSpot treats these like
 * interfaces, because a Klass has room for eight primary supers.
 */
final class DeepClasses implements Work {
  private final Object[] objects;

  DeepClasses(Object[] objects) {
    this.objects = objects;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isEighth(objects[i & Crowd.MASK]) ? 1 : 0;
      sum += isNinth(objects[(i + 1) & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isEighth(Object object) {
    return object instanceof Level8;
  }

  private static boolean isNinth(Object object) {
    return object instanceof Level9;
  }

  static class Level1 {}

  static class Level2 extends Level1 {}

  static class Level3 extends Level2 {}

  static class Level4 extends Level3 {}

  static class Level5 extends Level4 {}

  static class Level6 extends Level5 {}

  static class Level7 extends Level6 {}

  static class Level8 extends Level7 {}

  static class Level9 extends Level8 {}

  /** The class in question. */
  static final class Leaf extends Level9 {}

  /** Another, for the profile. */
  static final class OtherLeaf extends Level9 {}

  /** A third one, for the profile. */
  static final class ThirdLeaf extends Level9 {}
}

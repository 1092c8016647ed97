package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/**
 * Loads a class into a separate loader, checks one object of it for two interfaces, and drops all.
 * Each such Klass is written twice in its life.
 */
final class ClassStorm implements Work {
  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      Object parcel = Parcels.maker(new TemplateLoader().define(Parcel.class)).get();
      sum += parcel instanceof Routed ? 1 : 0;
      sum += parcel instanceof Counted ? 1 : 0;
    }
    return sum;
  }

  @Override
  public int rounds() {
    return 1;
  }
}

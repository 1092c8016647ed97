package dev.foliot.service.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import org.junit.jupiter.api.Test;

final class KeptStopsTest {
  private static Stop stop(long lengthNs, StopKind kind) {
    return new Stop(0, lengthNs, lengthNs, 0, kind, "");
  }

  @Test
  void shouldKeepTheLongestOfEachKindInBoundedMemory() {
    KeptStops kept = new KeptStops();
    kept.add(stop(1, StopKind.GC_PAUSE));
    int many = 10 * KeptStops.MOST_OF_A_KIND;
    for (int i = 0; i < many; i++) {
      // the long ones come first
      kept.add(stop(many - i, StopKind.RUN_QUEUE));
    }

    assertThat(kept.all()).hasSizeLessThan(2 * KeptStops.MOST_OF_A_KIND + 1);
    assertThat(kept.all()).contains(stop(1, StopKind.GC_PAUSE));
    assertThat(kept.all())
        .filteredOn(stop -> stop.lengthNs() > many - KeptStops.MOST_OF_A_KIND)
        .hasSize(KeptStops.MOST_OF_A_KIND);
    assertThat(kept.leftOut() + kept.all().size()).isEqualTo(many + 1L);
  }
}

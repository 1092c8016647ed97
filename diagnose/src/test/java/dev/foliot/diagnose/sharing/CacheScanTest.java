package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.memory.TargetMemory;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CacheScanTest {
  private final Map<Long, Long> memory = new HashMap<>();
  private final CacheScan scan =
      new CacheScan(List.of(type(0x1000, 1), type(0x2000, 2), type(0x3000, 5)), 32);

  private static LoadedClass type(long address, int supers) {
    return new LoadedClass(
        address, "C" + address, "app", false, false, 1, 48, address + 900, supers);
  }

  private int look() {
    long[] addresses = scan.next();
    long[] values = new long[addresses.length];
    BitSet present = new BitSet();
    for (int i = 0; i < values.length; i++) {
      if (memory.containsKey(addresses[i])) {
        present.set(i);
        values[i] = memory.get(addresses[i]);
      }
    }
    scan.add(new TargetMemory.Words(values, present));
    return addresses.length;
  }

  private void put(long klass, long value) {
    memory.put(klass + 32, value);
  }

  @Test
  void shouldLeaveOutClassesThatHaveNothingToAlternateBetween() {
    put(0x2000, 0);
    put(0x3000, 0);
    assertThat(scan.size()).isEqualTo(2);
    assertThat(look()).isEqualTo(2);
  }

  @Test
  void shouldLookAtEmptyWordsOnlyNowAndThen() {
    put(0x2000, 0);
    put(0x3000, 8);
    assertThat(look()).isEqualTo(2);
    for (int i = 0; i < 7; i++) {
      assertThat(look()).isEqualTo(1);
    }
    put(0x2000, 8);
    assertThat(look()).isEqualTo(2);
    assertThat(look()).isEqualTo(2);
  }

  @Test
  void shouldNominateWhatAlternates() {
    put(0x2000, 8);
    put(0x3000, 8);
    for (int i = 0; i < 10; i++) {
      look();
      put(0x3000, i % 2 == 0 ? 16 : 8);
    }
    assertThat(scan.alternating()).isEqualTo(1);
    CacheScan.Candidate candidate = scan.candidates().get(0);
    assertThat(candidate.type().address()).isEqualTo(0x3000);
    assertThat(candidate.changes()).isEqualTo(9);
    assertThat(candidate.samples()).isEqualTo(Map.of(8L, 5, 16L, 5));
    assertThat(candidate.alternates()).isTrue();
    assertThat(scan.doubtful(4)).isEmpty();
  }

  @Test
  void shouldNotNominateWhatChangesOnce() {
    put(0x2000, 0);
    put(0x3000, 8);
    look();
    put(0x2000, 8);
    put(0x3000, 16);
    for (int i = 0; i < 20; i++) {
      look();
    }
    assertThat(scan.candidates()).isEmpty();
    assertThat(scan.doubtful(4))
        .singleElement()
        .satisfies(candidate -> {
          assertThat(candidate.type().address()).isEqualTo(0x3000);
          assertThat(candidate.alternates()).isFalse();
        });
  }

  @Test
  void shouldDoubtTheLatestChangesFirst() {
    put(0x2000, 8);
    put(0x3000, 8);
    look();
    put(0x2000, 16);
    look();
    put(0x3000, 16);
    look();
    assertThat(scan.doubtful(4))
        .extracting(candidate -> candidate.type().address())
        .containsExactly(0x3000L, 0x2000L);
    assertThat(scan.doubtful(1)).hasSize(1);
    assertThat(scan.doubtful(0)).isEmpty();
  }

  @Test
  void shouldAskForWhatIsUnloadedOnce() {
    put(0x2000, 8);
    put(0x3000, 8);
    look();
    look();
    look();
    memory.remove(0x3000L + 32);
    assertThat(look()).isEqualTo(2);
    assertThat(look()).isEqualTo(1);
  }

  @Test
  void shouldForgetWhatIsUnloaded() {
    put(0x2000, 8);
    put(0x3000, 8);
    for (int i = 0; i < 10; i++) {
      look();
      put(0x3000, i % 2 == 0 ? 16 : 8);
    }
    memory.remove(0x3000L + 32);
    look();
    assertThat(scan.allGone()).isFalse();
    assertThat(scan.candidates()).isEmpty();
    memory.clear();
    look();
    look();
    assertThat(scan.allGone()).isTrue();
  }

  /** The process has ended: the empty class is sampled again only later. */
  @Test
  void shouldKeepWhatItSawWhenAllAreGoneAtOnce() {
    put(0x2000, 0);
    put(0x3000, 8);
    for (int i = 0; i < 11; i++) {
      look();
      put(0x3000, i % 2 == 0 ? 16 : 8);
    }
    memory.clear();
    for (int i = 0; i < 8; i++) {
      look();
    }
    assertThat(scan.allGone()).isTrue();
    assertThat(scan.candidates())
        .singleElement()
        .satisfies(candidate -> assertThat(candidate.type().address()).isEqualTo(0x3000));
  }

  /** The process ended during a sample. */
  @Test
  void shouldKeepWhatItSawWhenAllAreGoneInTwoLooks() {
    put(0x2000, 8);
    put(0x3000, 8);
    for (int i = 0; i < 10; i++) {
      look();
      put(0x3000, i % 2 == 0 ? 16 : 8);
    }
    memory.remove(0x3000L + 32);
    look();
    memory.clear();
    look();
    assertThat(scan.allGone()).isTrue();
    assertThat(scan.candidates()).hasSize(1);
  }

  /** Only one of two classes was written, so the other is not sampled. */
  @Test
  void shouldForgetWhatIsUnloadedWhereNoOtherIsLookedAt() {
    put(0x2000, 0);
    put(0x3000, 8);
    for (int i = 0; i < 11; i++) {
      look();
      put(0x3000, i % 2 == 0 ? 16 : 8);
    }
    memory.remove(0x3000L + 32);
    for (int i = 0; i < 8; i++) {
      look();
    }
    assertThat(scan.candidates()).isEmpty();
  }
}

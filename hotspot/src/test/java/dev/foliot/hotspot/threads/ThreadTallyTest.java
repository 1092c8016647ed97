package dev.foliot.hotspot.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTallyTest {
  @TempDir private Path root;
  private FakeProc proc;
  private ThreadTally tally;

  @BeforeEach
  void create() {
    proc = new FakeProc(root);
    tally = new ThreadTally(root);
  }

  private void look() {
    tally.look(Set.of(7L));
  }

  private ThreadTotals of(String name) {
    return tally.families().getOrDefault(ThreadFamily.of(name), ThreadTotals.NONE);
  }

  @Test
  void shouldKeepWhatWasSeenOfThreadsThatEnded() {
    proc.thread(7, "java", 100, 10, "5000 300 1");
    look();
    proc.thread(7, "java", 103, 11, "5500 310 2");
    proc.thread(8, "ForkJoinPool-1-", 40, 4, "900 70 3");
    look();
    assertThat(tally.all().threads()).isEqualTo(2);
    assertThat(tally.carriers()).isEqualTo(1);
    proc.end(8);
    look();

    assertThat(tally.all()).isEqualTo(new ThreadTotals(1, 3 + 40, 1 + 4, 10 + 70, 1_400, 4, 0));
    assertThat(tally.ended()).isEqualTo(1);
    assertThat(tally.carriers()).isZero();
    assertThat(of("ForkJoinPool-1-")).isEqualTo(new ThreadTotals(0, 40, 4, 70, 900, 3, 0));
  }

  @Test
  void shouldTellFamiliesApart() {
    proc.thread(7, "java", 1, 1, "10 10 1");
    proc.thread(8, "pool-1-thread-1", 1, 1, "10 10 1").thread(9, "pool-1-thread-2", 1, 1, "9 9 1");
    look();
    proc.thread(8, "pool-1-thread-1", 2, 1, "20 15 2").thread(9, "pool-1-thread-2", 4, 2, "99 9 5");
    look();
    assertThat(of("pool-1-thread-7")).isEqualTo(new ThreadTotals(2, 4, 1, 5, 100, 5, 0));
    assertThat(of("java")).isEqualTo(new ThreadTotals(1, 0, 0, 0, 0, 0, 0));
    assertThat(tally.familyByThread()).containsEntry(9L, ThreadFamily.of("pool-1-thread-2"));
  }

  @Test
  void shouldTakeSmallerCountsForAnotherThreadOfThatNumber() {
    proc.thread(7, "java", 100, 10, "5000 300 1");
    proc.thread(8, "a", 50, 5, "900 90 1");
    look();
    proc.thread(8, "b", 2, 1, "20 7 1");
    look();

    assertThat(tally.all().voluntary()).isEqualTo(2);
    assertThat(tally.all().waitNs()).isEqualTo(7);
    assertThat(tally.ended()).isEqualTo(1);
  }

  @Test
  void shouldSayThatTheKernelTellsNoWaits() {
    proc.thread(7, "java", 100, 10, "0 0 0");
    look();
    proc.thread(7, "java", 104, 10, "0 0 0");
    look();
    assertThat(tally.isScheduled()).isFalse();
    assertThat(tally.all().voluntary()).isEqualTo(4);
  }

  @Test
  void shouldCountMovesToOtherCpus() {
    tally = ThreadTally.withMigrations(root);
    proc.thread(7, "java", 100, 10, "5000 300 1").moves(7, 40);
    look();
    proc.thread(7, "java", 105, 10, "6000 300 6").moves(7, 43);
    proc.thread(8, "late", 1, 0, "10 10 1").moves(8, 2);
    look();
    proc.moves(7, 99); // it has not run: it is not read
    look();
    assertThat(of("java").migrations()).isEqualTo(3);
    assertThat(of("late").migrations()).isEqualTo(2);
    assertThat(tally.uncounted()).isEmpty();
  }

  @Test
  void shouldCountWhatItSeesWhereTheKernelDoesNotCountMoves() {
    tally = ThreadTally.withMigrations(root);
    for (int i = 0; i < 4; i++) {
      proc.thread(7, "java", 100 + i, 10, "500" + i + " 300 1").runsOn(7, i / 2);
      look();
    }
    assertThat(of("java").migrations()).isEqualTo(1);
    assertThat(tally.uncounted().orElseThrow().reason()).contains("sched does not exist");
  }

  @Test
  void shouldBoundTheFamiliesOfAProgramThatRenamesItsThreads() {
    for (int i = 0; i < 300; i++) {
      char a = (char) ('a' + i % 26);
      char b = (char) ('a' + i / 26);
      proc.thread(7, "t" + a + b, i, 0, i + " 1 1");
      look();
    }
    assertThat(tally.families()).hasSizeLessThanOrEqualTo(101).containsKey(ThreadFamily.REST);
    assertThat(tally.all().voluntary()).isEqualTo(299);
  }
}

package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Selection of watched threads, and whether they meet, in simulated time. */
final class SharingThreadsTest {
  private static final long US = 1_000L;
  private static final long MS = 1_000_000L;
  private static final long S = 1_000_000_000L;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final double HOT = 20_000_000;

  private final FakeTarget target = new FakeTarget(20_261_125);
  private final long a = target.anInterface(0x7f00_0001_0000L, "com.acme.A");
  private final long b = target.anInterface(0x7f00_0001_1000L, "com.acme.B");
  private final long klass = target.aClass(KLASS, "com.acme.Message", a, b);

  private Outcome<SharingFinding> run() {
    return new SharingRun(
            target,
            target,
            target,
            new SplittableRandom(7),
            Reading.of(64),
            5 * S,
            (what, done) -> {})
        .run();
  }

  /** A task that moves through a pool: several write in one window, or one in each. */
  @ParameterizedTest
  @ValueSource(longs = {100 * US, 700 * US, 3 * MS, 20 * MS, 300 * MS})
  void shouldAccuseNobodyWhereThreadsTakeTurns(long turnNs) {
    target.writersInTurn(klass, HOT, turnNs, 11, 12, 13, 14);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.besides().cleared()).hasSize(1);
    assertThat(outcome.besides().cleared().get(0).reason())
        .contains("threads take turns to write it")
        .doesNotContain("busy");
  }

  /** A moving task with a step that only reads: in its turn, so no thread waits. */
  @ParameterizedTest
  @ValueSource(longs = {100 * US, 700 * US, 3 * MS, 20 * MS})
  void shouldNotAccuseAReaderThatTakesItsTurn(long turnNs) {
    for (int i = 0; i < 3; i++) {
      target.writerInTurn(11 + i, klass, HOT, new Turns(turnNs, i, 4));
    }
    target.readerInTurn(14, klass, FakeTarget.SUPERS, HOT, new Turns(turnNs, 3, 4));
    target.readerInTurn(14, klass, FakeTarget.CACHE, HOT, new Turns(turnNs, 3, 4));
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.besides().cleared()).hasSize(1);
  }

  /** The address of its reads does not matter: it waits for nobody. */
  @Test
  void shouldNotCountAReaderInTurnAmongThoseOfAClearedClass() {
    for (int i = 0; i < 3; i++) {
      target.writerInTurn(11 + i, klass, HOT, new Turns(3 * MS, i, 4));
    }
    target.readerInTurn(14, klass, FakeTarget.SUPERS, HOT, new Turns(3 * MS, 3, 4));
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.besides().cleared()).hasSize(1);
    ClearedClass cleared = outcome.besides().cleared().get(0);
    assertThat(cleared.traffic().writerThreads()).isEqualTo(3);
    assertThat(cleared.traffic().readerThreads()).isZero();
    assertThat(cleared.lucky()).isNull();
    assertThat(cleared.reason())
        .contains("1 other thread reads its line, as far as can be told in turn with it");
  }

  /** One of them waits and the other does not: every text reports each correctly. */
  @Test
  void shouldTellApartWhoReadsInTurn() {
    for (int i = 0; i < 3; i++) {
      target.writerInTurn(11 + i, klass, HOT, new Turns(700 * US, i, 4));
    }
    target.readerInTurn(14, klass, FakeTarget.SECOND_PRIMARY, HOT, new Turns(700 * US, 3, 4));
    target.reader(21, klass, FakeTarget.SUPERS, 10_000, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.traffic().writerThreads()).isEqualTo(3);
    assertThat(finding.traffic().readerThreads()).isEqualTo(1);
    assertThat(finding.placement().sameLineFields()).containsExactly("_secondary_supers");
    assertThat(finding.placement().pairs())
        .extracting(FieldPair::read)
        .containsExactly("_secondary_supers");
    assertThat(finding.placement().fields())
        .filteredOn(field -> !field.readers().isEmpty())
        .singleElement()
        .satisfies(field -> assertThat(field.readers()).extracting("tid").containsExactly(21L));
    assertThat(finding.placement().fields())
        .filteredOn(field -> !field.readersInTurn().isEmpty())
        .singleElement()
        .satisfies(field -> {
          assertThat(field.field()).isEqualTo("_primary_supers[1]");
          assertThat(field.readersInTurn()).extracting("tid").containsExactly(14L);
        });
    assertThat(finding.advice().explanation())
        .contains("1 other thread reads _secondary_supers at com.acme.Reader.read(Reader.java:7)")
        .contains("1 more thread reads the line in turn with whoever writes")
        .doesNotContain("com.acme.Step");
    assertThat(finding.code().costShare())
        .as("without the step that waits for nobody")
        .isLessThan(0.46);
  }

  @Test
  void shouldNameTheReaderBesideThreadsThatTakeTurns() {
    target.writersInTurn(klass, HOT, 700 * US, 11, 12, 13);
    target.reader(21, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.traffic().writerThreads()).isEqualTo(3);
    assertThat(finding.traffic().readerThreads()).isEqualTo(1);
    assertThat(finding.advice().explanation())
        .contains("3 threads rewrite the note, and take turns");
  }

  /** At a favourable address no other field that type checks read is on the line. */
  @Test
  void shouldNameTheReaderOfTheWrittenWordAtALuckyAddress() {
    long lucky = target.aClass(KLASS + 24, "com.acme.Lucky", a, b);
    target.writer(11, lucky, HOT, 1);
    target.reader(12, lucky, FakeTarget.CACHE, HOT, 1);
    target.reader(12, lucky, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.traffic().writerThreads()).isEqualTo(1);
    assertThat(finding.traffic().readerThreads()).isEqualTo(1);
    assertThat(finding.advice().explanation())
        .contains("One thread alone rewrites the note, but 1 other thread reads the same note at")
        .contains("Reader.java:7")
        .contains("No address of the structure changes that.");
    assertThat(finding.advice().remedies()).noneMatch(remedy -> remedy.contains("lucky"));
    assertThat(finding.placement().fields())
        .filteredOn(field -> !field.writers().isEmpty())
        .singleElement()
        .satisfies(field -> assertThat(field.readers()).hasSize(1));
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
  }

  /** The other field decides the kind, but no address helps. */
  @Test
  void shouldSayThatNoAddressHelpsWhoReadsTheWordAsWell() {
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.CACHE, HOT, 1);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.traffic().readerThreads()).isEqualTo(1);
    assertThat(finding.advice().explanation())
        .contains("1 other thread reads _secondary_supers")
        .contains("But that thread also reads the note itself")
        .doesNotContain("more thread")
        .endsWith("the code around the check is slow.");
    assertThat(finding.advice().remedies()).noneMatch(remedy -> remedy.contains("lucky"));
  }

  @Test
  void shouldTellThoseWhoReadTheWordAloneFromThoseBesideIt() {
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.CACHE, HOT, 1);
    target.reader(13, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.traffic().readerThreads()).isEqualTo(2);
    assertThat(finding.advice().explanation())
        .contains("1 other thread reads _secondary_supers")
        .contains("1 more thread reads the note itself, and waits at any address.")
        .doesNotContain("also read");
  }

  /** The two may take turns or not: the result is inconclusive, and reported. */
  @Test
  void shouldDoubtWhetherTwoWithHalfACpuEachMeet() {
    target.writerInTurn(11, klass, HOT, new Turns(400 * US, 0, 2));
    target.readerInTurn(12, klass, FakeTarget.SUPERS, HOT, new Turns(400 * US, 1, 2));
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.severity()).isEqualTo(Severity.LOW);
    assertThat(finding.advice().confidence()).isLessThanOrEqualTo(0.5);
    assertThat(finding.advice().explanation()).contains("Whether they read while it is rewritten");
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
  }

  /** A reader waits, whether or not the writers wait for each other. */
  @Test
  void shouldNotBelittleWhatReadersWaitFor() {
    target.sampleRefusal = Optional.of(new SystemReason.EventNotTaken("a cycle", 95));
    target.writersInTurn(klass, HOT, 700 * US, 11, 12, 13, 14);
    target.reader(21, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.grade().severityReason()).doesNotContain("would harm nobody");
    assertThat(finding.advice().explanation())
        .contains("at the same time could not be seen")
        .contains("1 other thread reads the same line, and waits in either case.");
  }

  @Test
  void shouldNotBlameTheAddressWhereItCouldNotSeeWhoReadsTheWord() {
    target.mostWords = 1;
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.advice().remedies()).noneMatch(remedy -> remedy.contains("explains why"));
    assertThat(outcome.record().couldNot())
        .anySatisfy(text -> assertThat(text).startsWith("who reads what is written of com.acme"));
  }

  @Test
  void shouldSeeWhoReadsTheWordWhereADebuggerHoldsOneRegister() {
    target.mostWords = 3;
    long lucky = target.aClass(KLASS + 24, "com.acme.Lucky", a, b);
    target.writer(11, lucky, HOT, 1);
    target.reader(12, lucky, FakeTarget.CACHE, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.TRUE_SHARING);
  }

  @Test
  void shouldSayThatTwoRegistersAreWantedToSeeWhoReadsTheWord() {
    target.mostWords = 1;
    target.writer(11, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("who reads what is written of com.acme.Message: too few windows")
        .contains("without another debugger");
  }

  @Test
  void shouldOnlyDoubtWhereItCannotSeeWhetherTheyTakeTurns() {
    target.sampleRefusal = Optional.of(new SystemReason.EventNotTaken("a cycle", 95));
    target.writersInTurn(klass, HOT, 700 * US, 11, 12, 13, 14);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.severity()).isEqualTo(Severity.LOW);
    assertThat(finding.grade().severityReason()).contains("taking turns they would harm nobody");
    assertThat(finding.advice().confidence()).isLessThanOrEqualTo(0.5);
    assertThat(finding.advice().explanation()).contains("at the same time could not be seen");
  }

  /** One alternates, the other writes a few times in 100 ms. */
  @ParameterizedTest
  @ValueSource(doubles = {2_000, 10_000, 60_000})
  void shouldConvictARareWriter(double perS) {
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, perS, 0.7);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(outcome.findings().get(0).advice().confidence()).isEqualTo(0.95);
  }

  private void busyThreads(int count) {
    for (int i = 0; i < count; i++) {
      target.cpuShares.put(1_000 + i, 0.9);
    }
  }

  @Test
  void shouldFindAWriterThatRunsLessThanMany() {
    busyThreads(150);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 0.9);
    target.cpuShares.put(12, 0.05);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.traffic().writerThreads()).isEqualTo(2);
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("were watched, 64 at a time"));
  }

  @Test
  void shouldFindAReaderThatRunsLessThanMany() {
    busyThreads(150);
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 0.9);
    target.cpuShares.put(12, 0.05);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.FALSE_SHARING);
  }

  @Test
  void shouldSayHowManyThreadsItNeverWatched() {
    busyThreads(3_000);
    target.writer(11, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("who else writes or reads: of 3,001 threads that ran, ")
        .contains("were never watched, 64 are at a time");
  }

  @Test
  void shouldClearAClassWhereAllOfManyThreadsWereWatched() {
    busyThreads(150);
    target.writer(11, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
  }
}

package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Complete examinations of JVMs with known behaviour, in simulated time. One long class, because
 * all tests share one fake target.
 */
final class SharingRunTest {
  private static final Reason NOT_PERMITTED =
      new SystemReason.EventNotPermitted("a watched word", "3", 2);

  private static final long S = 1_000_000_000L;
  private static final long UNLUCKY = 0x7f00_0000_4000L;
  private static final long LUCKY = UNLUCKY + 8;
  private static final double HOT = 20_000_000;

  private final FakeTarget target = new FakeTarget(20_261_101);
  private final List<String> steps = new ArrayList<>();
  private final long a = target.anInterface(0x7f00_0001_0000L, "com.acme.A");
  private final long b = target.anInterface(0x7f00_0001_1000L, "com.acme.B");

  private Outcome<SharingFinding> run() {
    return run(5 * S);
  }

  private Outcome<SharingFinding> run(long durationNs) {
    return new SharingRun(
            target,
            target,
            target,
            new SplittableRandom(7),
            Reading.of(64),
            durationNs,
            (what, done) -> steps.add(what))
        .run();
  }

  private SharingFinding only(Outcome<SharingFinding> outcome) {
    assertThat(outcome.findings()).hasSize(1);
    return outcome.findings().get(0);
  }

  @Test
  void shouldNameTwoThreadsThatWriteOneWord() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    WriteChecks casts = new WriteChecks(List.of(), WriteChecks.Type.CONSTANT);
    target.checks.put(FakeTarget.ip(11, klass), casts);
    target.checks.put(FakeTarget.ip(12, klass), casts);
    target.cpuShares.put(13, 0.0);
    long started = target.now;
    Outcome<SharingFinding> outcome = run();

    SharingFinding finding = only(outcome);
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.grade().severityReason()).contains("50 %").contains("high from 10 % on");
    assertThat(finding.type().className()).isEqualTo("com.acme.Message");
    assertThat(finding.checked().interfaces()).containsExactly("com.acme.A", "com.acme.B");
    assertThat(finding.type().field()).isEqualTo("_secondary_super_cache");
    assertThat(finding.traffic().rate().bound()).isEqualTo(Bound.AT_LEAST);
    assertThat(finding.traffic().rate().perS()).isGreaterThan(75_000);
    assertThat(finding.traffic().writerThreads()).isEqualTo(2);
    assertThat(finding.traffic().readerThreads()).isZero();
    assertThat(finding.placement().place().klassAddress()).isEqualTo("0x7f0000004000");
    assertThat(finding.placement().place().lineOffset()).isZero();
    assertThat(finding.placement().lucky()).isNull();
    assertThat(finding.code().costShare()).isEqualTo(0.5);
    assertThat(finding.code().sites().get(0).frames())
        .containsExactly(
            "com.acme.Router.route(Router.java:41) (or near)",
            "com.acme.Server.serve(Server.java:12)");
    assertThat(finding.code().sites().get(0).share()).isEqualTo(1);
    assertThat(finding.advice().remedies().get(0)).contains("JDK 23 or later").contains("21.0.8");
    assertThat(finding.advice().remedies().get(1)).contains("Router.java:41");
    assertThat(finding.advice().remedies()).allMatch(remedy -> remedy.contains("Proof: "));
    assertThat(finding.advice().confidence()).isEqualTo(0.95);
    assertThat(finding.advice().explanation())
        .contains("com.acme.A and com.acme.B in turn")
        .contains("2 threads write this one word");
    assertThat(finding.placement().fields())
        .filteredOn(field -> !field.writers().isEmpty())
        .singleElement()
        .satisfies(field -> assertThat(field.offset()).isEqualTo(32));
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().reason()).isNull();
    assertThat(outcome.record().summary()).contains("com.acme.Message (true sharing, high)");
    assertThat(target.now - started).isLessThan(5 * S + S / 5);
    assertThat(steps).contains("watching who writes");
  }

  @Test
  void shouldNeverCostAThreadMoreThanItsBudget() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    for (int i = 0; i < 8; i++) {
      long other = target.aClass(UNLUCKY + 4_096L * (i + 1), "com.acme.Other" + i, a, b);
      target.writer(11, other, HOT, 1);
      target.reader(12, other, FakeTarget.SUPERS, HOT, 1);
    }
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    double worst = 0;
    for (long hits : target.hits.values()) {
      worst = Math.max(worst, hits * 13_000.0 / (target.now - started));
    }
    assertThat(worst).isBetween(0.001, 0.02);
    assertThat(outcome.besides().cost().worstThreadShare()).isBetween(worst * 0.9, worst * 1.1);
    assertThat(outcome.besides().cost().hitNs()).isEqualTo(13_000);
    assertThat(outcome.besides().cost().hits())
        .isEqualTo(target.hits.values().stream().mapToLong(Long::longValue).sum());
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("of 13.0 us").contains("the limit is 2 %"));
  }

  /** If this process loses its CPU, a window of 5 ms lasts 40. */
  @Test
  void shouldKeepTheBudgetWhereWindowsLastLonger() {
    target.overshoot = 8;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    long started = target.now;
    run();
    double worst = 0;
    for (long hits : target.hits.values()) {
      worst = Math.max(worst, hits * 13_000.0 / (target.now - started));
    }
    assertThat(worst).isBetween(0.001, 0.02);
  }

  /** A hit that the kernel lost has also stopped its thread. */
  @Test
  void shouldChargeHitsThatWereLost() {
    target.lostShare = 0.9;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.besides().cost().hits()).isEqualTo(allHits());
    assertThat(outcome.besides().cost().worstThreadShare())
        .isBetween(worstShare(started) * 0.99, 0.02);
  }

  @Test
  void shouldChargeMoreForHitsThatAreSampled() {
    target.sampledHitNs = 130_000;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.besides().cost().hitNs()).isGreaterThan(14_000);
    assertThat(outcome.besides().cost().worstThreadShare()).isBetween(0.001, 0.02);
    assertThat(only(outcome).code().sites()).isNotEmpty();
  }

  @Test
  void shouldChargeHitsOfWindowsThatAreInterrupted() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    target.interruptedWindow = 3;
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(target.windows).isEqualTo(3);
    assertThat(allHits()).isPositive();
    assertThat(outcome.besides().cost().hits()).isEqualTo(allHits());
    assertThat(outcome.besides().cost().worstThreadShare())
        .isBetween(worstShare(started) * 0.99, 0.02);
  }

  private long allHits() {
    return target.hits.values().stream().mapToLong(Long::longValue).sum();
  }

  private double worstShare(long startedNs) {
    long most = target.hits.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return most * 13_000.0 / (target.now - startedNs);
  }

  @Test
  void shouldNotBelieveWatchpointsThatSeeNothing() {
    target.isBlind = true;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot())
        .anySatisfy(text -> assertThat(text).contains("saw 0 of 500 writes"));
    assertThat(outcome.besides().cost().hits()).isZero();
    assertThat(only(outcome).advice().confidence()).isLessThanOrEqualTo(0.4);
  }

  @Test
  void shouldSayWhyItNamesNoCode() {
    target.nameless =
        Optional.of(new JvmReason.FieldUnknown("CodeCache::_heaps is not among its tables"));
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limits())
        .contains(
            new SharingReason.CodeUnnamed(
                new JvmReason.FieldUnknown("CodeCache::_heaps is not among its tables")));
  }

  @Test
  void shouldSayWhichClassesItDidNotWatch() {
    for (int i = 0; i < 10; i++) {
      target.writer(11, target.aClass(UNLUCKY + 4_096L * i, "com.acme.C" + i, a, b), HOT, 1);
    }
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot())
        .anySatisfy(
            text -> assertThat(text).contains("2 more classes that alternate: not watched"));
    assertThat(outcome.record().lookedAt())
        .contains("10 classes alternated; 8 of them were watched");
    assertThat(outcome.record().summary()).contains("nothing found in what could be looked at");
  }

  /** Between slow samples all of them change, so these do not show which one matters. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldWatchWhatChangesMostOftenOfMany(long seed) {
    FakeTarget many = new FakeTarget(seed);
    long one = many.anInterface(0x7f00_0001_0000L, "com.acme.A");
    long two = many.anInterface(0x7f00_0001_1000L, "com.acme.B");
    for (int i = 1; i < 40; i++) {
      long slow = many.aClass(UNLUCKY + 4_096L * (i + 64), "com.acme.Slow" + i, one, two);
      many.writer(13, slow, 2_000, 1);
    }
    long hot = many.aClass(UNLUCKY, "com.acme.Hot", one, two);
    many.writer(11, hot, HOT, 1);
    many.writer(12, hot, HOT, 1);
    Outcome<SharingFinding> outcome =
        new SharingRun(
                many, many, many, new SplittableRandom(seed), Reading.of(64), 5 * S, (w, d) -> {})
            .run();
    SharingFinding finding = only(outcome);
    assertThat(finding.type().className()).isEqualTo("com.acme.Hot");
    assertThat(finding.traffic().rate().perS()).isGreaterThan(75_000);
    assertThat(outcome.record().couldNot())
        .anySatisfy(text -> assertThat(text).contains("32 more classes that alternate"));
  }

  @Test
  void shouldLookFastAtABoundedNumberOfClasses() {
    for (int i = 0; i < 100; i++) {
      target.writer(11, target.aClass(UNLUCKY + 4_096L * i, "com.acme.C" + i, a, b), HOT, 1);
    }
    Outcome<SharingFinding> outcome = run();
    assertThat(steps)
        .contains("looking which of 64 classes change most often", "looking closer at 8 classes");
    assertThat(outcome.record().couldNot())
        .anySatisfy(text -> assertThat(text).contains("92 more classes"));
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).containsPattern("looking took [01]\\.\\d % of"));
  }

  @Test
  void shouldFindNothingWhereOneThreadAlternates() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.reader(11, klass, FakeTarget.SUPERS, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().summary()).startsWith("nothing found");
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text ->
            assertThat(text).contains("com.acme.Message: one thread writes it, and no other"));
  }

  @Test
  void shouldNameTheReaderOfTheSameLine() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SECOND_PRIMARY, HOT, 1);
    SharingFinding finding = only(run());
    assertThat(finding.kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(finding.traffic().writerThreads()).isEqualTo(1);
    assertThat(finding.traffic().readerThreads()).isEqualTo(1);
    assertThat(finding.placement().sameLineFields()).containsExactly("_primary_supers[1]");
    assertThat(finding.placement().lucky()).isEqualTo(new LuckyPlacements(3, 8, false));
    assertThat(finding.placement().pairs())
        .extracting("read")
        .containsExactly("_secondary_supers", "_primary_supers[1]");
    assertThat(finding.placement().pairs().get(0).lucky())
        .isEqualTo(new LuckyPlacements(1, 8, false));
    assertThat(finding.advice().explanation())
        .contains("1 other thread reads _primary_supers[1] at com.acme.Reader.read(Reader.java:7)")
        .contains("at 3 of 8 addresses they would not");
    assertThat(finding.code().costShare()).isEqualTo(0.5);
  }

  @Test
  void shouldFindNothingAtALuckyAddress() {
    long klass = target.aClass(LUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SECOND_PRIMARY, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("lucky, as 3 of 8 addresses are"));
    assertThat(outcome.besides().cleared()).hasSize(1);
    ClearedClass cleared = outcome.besides().cleared().get(0);
    assertThat(cleared.type().className()).isEqualTo("com.acme.Message");
    assertThat(cleared.traffic().writerThreads()).isEqualTo(1);
    assertThat(cleared.traffic().readerThreads()).isEqualTo(1);
    assertThat(cleared.place().lineOffset()).isEqualTo(8);
    assertThat(cleared.lucky()).isEqualTo(new LuckyPlacements(3, 8, true));
    assertThat(outcome.besides().cured()).contains(false);
  }

  /** A thread without a CPU in one window appears in another. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldFindWritersThatShareACpuWithOthers(long seed) {
    FakeTarget busy = new FakeTarget(seed);
    long one = busy.anInterface(0x7f00_0001_0000L, "com.acme.A");
    long two = busy.anInterface(0x7f00_0001_1000L, "com.acme.B");
    long klass = busy.aClass(UNLUCKY, "com.acme.Message", one, two);
    busy.writer(11, klass, HOT, 0.6);
    busy.writer(12, klass, HOT, 0.6);
    Outcome<SharingFinding> outcome =
        new SharingRun(
                busy, busy, busy, new SplittableRandom(seed), Reading.of(64), 5 * S, (w, d) -> {})
            .run();
    assertThat(only(outcome).kind()).isEqualTo(FindingKind.TRUE_SHARING);
  }

  @Test
  void shouldLeaveOutWhatChangesSeldom() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, 100, 1);
    target.writer(12, klass, 100, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("com.acme.Message: "));
  }

  @Test
  void shouldCountARateThatCanBeCounted() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, 3_000, 1);
    target.writer(12, klass, 3_000, 1);
    SharingFinding finding = only(run());
    assertThat(finding.traffic().rate().bound()).isEqualTo(Bound.EXACT);
    assertThat(finding.traffic().rate().perS()).isBetween(4_500.0, 7_500.0);
  }

  /**
   * Two threads write at the same rate, but have a CPU now and then: windows are not
   * representative.
   */
  @Test
  void shouldEstimateARateThatComesAndGoes() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, 3_000, 0.5);
    target.writer(12, klass, 3_000, 0.5);
    SharingFinding finding = only(run());
    assertThat(finding.traffic().rate().bound()).isEqualTo(Bound.ESTIMATE);
  }

  @Test
  void shouldFindNothingInAQuietJvm() {
    target.aClass(UNLUCKY, "com.acme.Message");
    target.aClass(UNLUCKY + 4_096, "com.acme.Once", a);
    target.cpuShares.put(11, 0.9);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.besides().cost().hits()).isZero();
    assertThat(target.windows).isZero();
    assertThat(outcome.record().summary())
        .isEqualTo("nothing found: no two threads fight over the structure of a class");
  }

  @Test
  void shouldTakeWritesThatEndForWarmUp() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    target.quietFrom = target.now + S;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("it does not go on"));
  }

  /** With the CPU taken by others, windows without hits prove nothing. */
  @Test
  void shouldSayWhatABusyMachineLeavesUndecided() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 0.02);
    target.writer(12, klass, HOT, 0.02);
    target.watchDelayNs = S + S / 5;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("who writes to com.acme.Message for long enough: the machine is busy");
  }

  @Test
  void shouldSayOnACuredJvmThatItIsCuredAndLookAnyway() {
    target.feature = 25;
    target.flags.put(JdkFix.FLAG, true);
    target.aClass(UNLUCKY, "com.acme.Message");
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().summary()).startsWith("cured; nothing found");
    assertThat(outcome.besides().cured()).contains(true);
    assertThat(outcome.record().lookedAt().get(0)).contains("UseSecondarySupersTable is on");
    assertThat(outcome.record().lookedAt().get(1))
        .contains(", read in 0 ns; ")
        .contains("looks at each");
  }

  @Test
  void shouldNameACuredJvmThatStillWrites() {
    target.feature = 25;
    target.flags.put(JdkFix.FLAG, true);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(only(outcome).advice().remedies())
        .anySatisfy(remedy -> assertThat(remedy).contains("has the cure and still writes"))
        .anySatisfy(remedy -> assertThat(remedy).contains("-XX:-UseSecondarySupersTable"));
    assertThat(outcome.record().summary()).startsWith("cured; 1 class whose structure");
  }

  private static FakeTarget.Actor actor(int tid, long klass, double perS, long site) {
    return new FakeTarget.Actor(tid, klass, FakeTarget.CACHE, true, perS, 1, site, Turns.ALWAYS);
  }

  /** One line of code checks objects of all three; the first two take nearly all of its time. */
  @Test
  void shouldNotBlameARareClassForTheHotOnesAtItsSite() {
    long site = 0x7f00_1100_0000L;
    long rare = target.aClass(UNLUCKY, "com.acme.Rare", a, b);
    for (int tid : new int[] {11, 12}) {
      long own = target.aClass(UNLUCKY + 4_096L * tid, "com.acme.Own" + tid, a, b);
      target.cpuShares.put(tid, 1.0);
      target.actors.add(actor(tid, own, HOT, site));
      target.actors.add(actor(tid, rare, 750, site));
    }
    target.places.put(site, FakeTarget.place("com.acme.Router", "route", 41, true));
    SharingFinding finding = only(run());
    assertThat(finding.type().className()).isEqualTo("com.acme.Rare");
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.code().costShare()).isBetween(0.001, 0.019);
    assertThat(finding.severity()).isEqualTo(Severity.LOW);
    assertThat(finding.grade().severityReason())
        .contains("of the 50 % that are at its code, together with")
        .contains("com.acme.Own11")
        .contains("com.acme.Own12");
  }

  /** A stub still writes on 21.0.8. */
  @Test
  void shouldNameTheReleaseThatCuresTheCodeInQuestion() {
    target.feature = 21;
    target.flags.put(JdkFix.FLAG, true);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    target.places.put(FakeTarget.ip(11, klass), new CodePlace.Stub("StubRoutines (2)"));
    target.places.put(FakeTarget.ip(12, klass), new CodePlace.Stub("StubRoutines (2)"));
    assertThat(only(run()).advice().remedies().get(0))
        .contains("100 % of the writes that were looked at are made by code of the JVM's own")
        .contains("Run on JDK 24 or later");
  }

  @Test
  void shouldClaimNoKindWhereWatchingIsRefused() {
    target.watchRefusal = java.util.Optional.of(NOT_PERMITTED);
    target.clockRefusal = java.util.Optional.of(NOT_PERMITTED);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = only(outcome);
    assertThat(finding.severity()).isEqualTo(Severity.LOW);
    assertThat(finding.advice().confidence()).isLessThanOrEqualTo(0.4);
    assertThat(finding.type().className()).isEqualTo("com.acme.Message");
    assertThat(finding.checked().interfaces()).containsExactly("com.acme.A", "com.acme.B");
    assertThat(finding.isKindKnown()).isFalse();
    assertThat(finding.title()).isEqualTo("sharing of unknown kind");
    assertThat(finding.placement().lucky()).isNull();
    assertThat(finding.advice().remedies()).noneMatch(remedy -> remedy.contains("lucky"));
    assertThat(finding.traffic().writerThreads()).isZero();
    assertThat(finding.advice().explanation()).contains("Which threads write could not be watched");
    assertThat(outcome.record().summary())
        .contains("threads may fight over: com.acme.Message (sharing of unknown kind, low)");
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    Reason unwatched =
        new ExaminationReason.NotExamined(Examined.WRITERS_AND_READERS, "", NOT_PERMITTED);
    assertThat(outcome.record().limits()).contains(unwatched);
    assertThat(outcome.record().limit())
        .hasValueSatisfying(
            why -> assertThat(why.is(ExaminationReason.PartMissing.class)).isTrue());
  }

  @Test
  void shouldGuessNothingWhereOneThreadRunsAndWatchingIsRefused() {
    target.watchRefusal = java.util.Optional.of(NOT_PERMITTED);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.cpuShares.put(12, 0.001);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("fewer than two threads run"));
  }

  @Test
  void shouldGradeByTheRateWhereSamplingIsRefused() {
    Reason noClock = new SystemReason.NoSuchEvent("a clock", 2);
    Reason noRegisters = new SystemReason.EventNotTaken("a cycle", 95);
    target.clockRefusal = java.util.Optional.of(noClock);
    target.sampleRefusal = java.util.Optional.of(noRegisters);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = only(outcome);
    assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
    assertThat(finding.code().costShare()).isNull();
    assertThat(finding.code().sites()).isEmpty();
    assertThat(finding.advice().confidence()).isEqualTo(0.8);
    assertThat(outcome.record().limits())
        .containsExactly(
            new ExaminationReason.NotExamined(Examined.CHECK_COST, "", noClock),
            new ExaminationReason.NotExamined(Examined.CODE, "", noRegisters));
  }

  @Test
  void shouldSayWhatTheSamplesWereTakenBy() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    assertThat(run().record().lookedAt())
        .anySatisfy(text -> assertThat(text).contains("on a CPU in").endsWith(", by cpu-clock"));
    target.sampledBy = PerfEvent.Hardware.CYCLES;
    target.sampledPrecisely = true;
    assertThat(run().record().lookedAt())
        .anySatisfy(text -> assertThat(text).endsWith(", by cycles, each at the very instruction"));
  }

  @Test
  void shouldBeAtMostMediumOnOneCpu() {
    target.cpus = 1;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 0.5);
    target.writer(12, klass, HOT, 0.5);
    SharingFinding finding = only(run());
    assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
    assertThat(finding.grade().severityReason()).contains("one CPU");
  }

  @Test
  void shouldWatchOneWordAtATimeWhereADebuggerHoldsTheOthers() {
    target.mostWords = 1;
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 1);
    assertThat(only(run()).kind()).isEqualTo(FindingKind.FALSE_SHARING);
  }

  @Test
  void shouldKeepWhatItHasWhenTheProcessEnds() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    target.diesAt = target.now + 3 * S + S / 10;
    Outcome<SharingFinding> outcome = run();
    assertThat(only(outcome).kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("the process ended after");
  }

  @Test
  void shouldSayWhenTheProcessEndedBeforeAnythingWasSeen() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.diesAt = target.now + 1;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().summary()).contains("the process ended after");
  }

  /** While its last threads end, the process still seems to exist. */
  @Test
  void shouldSayThatAProcessEndsOfWhichNoClassCanBeReadAnyMore() {
    target.unload(target.aClass(UNLUCKY, "com.acme.Message", a, b));
    Outcome<SharingFinding> outcome = run();
    assertThat(target.isAlive()).isTrue();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("the process ended after");
  }

  @Test
  void shouldTellWhatItSawWhenTheProcessEndsWhileItLooks() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.aClass(UNLUCKY + 4_096, "com.acme.Never", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    target.diesAt = target.now + S;
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("the process ended after 1.00 s");
    assertThat(outcome.record().lookedAt())
        .contains("1 class alternated")
        .satisfies(this::tellsOfIt);
    assertThat(steps).doesNotContain("watching who writes");
    assertThat(target.now - started).isLessThan(2 * S);
  }

  private void tellsOfIt(List<? extends String> lookedAt) {
    assertThat(lookedAt)
        .anySatisfy(text ->
            assertThat(text)
                .matches("com\\.acme\\.Message: changed in [1-9]\\d* of \\d+ looks, .*")
                .contains(", asked about com.acme.A and com.acme.B")
                .endsWith("; who writes was not looked at"));
  }

  @Test
  void shouldEndAtOnceWhenInterruptedAndStayInterrupted() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.interruptAt = target.now + S;
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(target.now - started).isLessThan(2 * S);
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("interrupted after 1.00 s");
    assertThat(outcome.record().lookedAt())
        .contains("1 class alternated")
        .satisfies(this::tellsOfIt);
  }

  @Test
  void shouldTellARateWhenInterruptedWhileItLooksCloser() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.interruptAt = target.now + S * 3 / 2;
    Outcome<SharingFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(steps).endsWith("looking closer at 1 class");
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt())
        .satisfies(this::tellsOfIt)
        .anySatisfy(
            text -> assertThat(text).containsPattern(", at least [1-9][\\d,]+ times a second;"));
  }

  @Test
  void shouldPassOverAClassThatIsUnloadedMeanwhile() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    long gone = target.aClass(UNLUCKY + 4_096, "com.acme.Gone", a, b);
    target.unload(gone);
    assertThat(only(run()).type().className()).isEqualTo("com.acme.Message");
  }

  @Test
  void shouldPredictNoLuckWhereStructuresCannotMove() {
    target.flags.put("UseCompactObjectHeaders", true);
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 1);
    assertThat(only(run()).placement().lucky()).isEqualTo(new LuckyPlacements(0, 1, false));
  }

  @Test
  void shouldKeepToAShortTime() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    long started = target.now;
    Outcome<SharingFinding> outcome = run(S);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(target.now - started).isLessThan(S + S / 5);
    assertThat(outcome.besides().cost().worstThreadShare()).isLessThan(0.02);
  }
}

package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.Ancestry;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Examinations of JVMs that do not export all fields of a class, in simulated time. */
final class MissingKlassFieldsTest {
  private static final long S = 1_000_000_000L;
  private static final long UNLUCKY = 0x7f00_0000_4000L;
  private static final double HOT = 20_000_000;
  private static final KlassLayout ALL = FakeTarget.LAYOUT;

  private final FakeTarget target = new FakeTarget(20_261_101);
  private final long a = target.anInterface(0x7f00_0001_0000L, "com.acme.A");
  private final long b = target.anInterface(0x7f00_0001_1000L, "com.acme.B");

  private static Reading<Integer> lacking(String field) {
    return Reading.unavailable(new JvmReason.FieldUnknown("its tables lack Klass::" + field));
  }

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

  private void withoutTheWord() {
    target.layout =
        new KlassLayout(
            lacking("_secondary_super_cache"),
            ALL.secondarySupers(),
            ALL.superCheckOffset(),
            ALL.primarySupers(),
            ALL.primarySuperLimit(),
            ALL.fields());
  }

  @Test
  void shouldNotLookWhereTheWrittenWordIsNotKnown() {
    withoutTheWord();
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason())
        .isEqualTo("its tables lack Klass::_secondary_super_cache (use a HotSpot of JDK 17 to 25)");
    assertThat(outcome.besides().cured()).contains(false);
  }

  @Test
  void shouldSayThatItIsCuredAllTheSame() {
    withoutTheWord();
    target.feature = 25;
    target.flags.put(JdkFix.FLAG, true);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().summary())
        .startsWith("cured; ")
        .contains("could not be seen: its tables lack Klass::_secondary_super_cache");
    assertThat(outcome.record().couldNot())
        .singleElement()
        .asString()
        .contains("whether type checks write")
        .contains("use a HotSpot of JDK");
    assertThat(outcome.besides().cured()).contains(true);
  }

  @Test
  void shouldDoWithoutThePrimarySupers() {
    target.layout =
        new KlassLayout(
            ALL.secondarySuperCache(),
            ALL.secondarySupers(),
            ALL.superCheckOffset(),
            lacking("_primary_supers[0]"),
            ALL.primarySuperLimit(),
            ALL.fields());
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    SharingFinding finding = outcome.findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.placement().fields())
        .extracting(SharingField::field)
        .contains("_secondary_super_cache", "_secondary_supers")
        .noneMatch(field -> field.startsWith("_primary_supers["));
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().couldNot())
        .containsExactly(
            "who reads _primary_supers of a class: its tables lack Klass::_primary_supers[0]"
                + " (use a HotSpot of JDK 17 to 25)");
  }

  /** The number of interfaces of a class is then unknown, so all are examined. */
  @Test
  void shouldLookAtAllClassesWithoutTheirLists() {
    target.layout =
        new KlassLayout(
            ALL.secondarySuperCache(),
            lacking("_secondary_supers"),
            ALL.superCheckOffset(),
            ALL.primarySupers(),
            ALL.primarySuperLimit(),
            ALL.fields());
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.classes.put(
        klass,
        new LoadedClass(
            klass, "com.acme.Message", "app", false, false, 1, 48, 0, LoadedClass.NOT_KNOWN));
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.record().lookedAt())
        .anySatisfy(
            text -> assertThat(text).contains("since it is not known which have two interfaces"));
    assertThat(outcome.record().couldNot())
        .anySatisfy(text -> assertThat(text).startsWith("who reads _secondary_supers of a class"));
  }

  @Test
  void shouldTellWhatTheClassOfAFindingImplements() {
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    assertThat(run().findings().getFirst().ancestry())
        .isEqualTo(new Ancestry(List.of(), List.of("com.acme.A", "com.acme.B")));
  }

  @Test
  void shouldLeaveOutWhatTheClassImplementsWhereItCannotBeRead() {
    target.supertypeless = Optional.of(new ProcessReason.NoProcess());
    long klass = target.aClass(UNLUCKY, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    assertThat(run().findings().getFirst().ancestry()).isNull();
  }
}

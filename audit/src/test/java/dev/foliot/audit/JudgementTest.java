package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.judgement.audit.AuditVerdict;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.FoliotException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JudgementTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final AuditPlan PLAN = new AuditPlan(List.of("x"), MS, 100 * MS, 2 * SECOND);
  private static final AuditStall STALL = new AuditStall(2 * SECOND, 100 * MS, true);

  @Test
  void shouldBelieveAnAuditThatNothingDisturbed() {
    assertThat(judged(served(20_000, 20_000, 50_000, 30_000, STALL))).isEqualTo(Validity.valid());
  }

  @Test
  void shouldSayNothingWithoutRequestsOrAnswers() {
    assertThat(judged(served(0, 0, 0, 0)).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judged(served(0, 0, 0, 0)).has(AuditReason.NoRequestArrived.class)).isTrue();
    assertThat(judged(served(7, 0, 0, 0)))
        .isEqualTo(Validity.of(Verdict.INVALID, new AuditReason.NoRequestAnswered()));
    assertThat(Judgement.of(PLAN, served(9_999, 9_999, 0, 0, STALL), 0, "it broke", 0))
        .isEqualTo(Validity.of(Verdict.INVALID, new AuditReason.AuditServerFailed("it broke")));
  }

  @Test
  void shouldSuspectAServerThatIsLateItself() {
    suspects(
        served(20_000, 20_000, 80_000, 40_000, STALL),
        new AuditReason.AuditServerLate(120_000, MS));
  }

  @Test
  void shouldSuspectALoadInWhichNoStallFell() {
    suspects(served(20_000, 20_000, 0, 0), new AuditReason.NoStallInLoad(10 * SECOND, "2s"));
  }

  @Test
  void shouldSuspectAMachineThatHoldsTheServerUp() {
    suspects(
        served(20_000, 20_000, 0, 0, STALL, new AuditStall(5 * SECOND, 200 * MS, false)),
        new AuditReason.AuditServerHeldUp(0.02));
  }

  @Test
  void shouldSuspectFewRequests() {
    suspects(served(999, 999, 0, 0, STALL), new AuditReason.FewRequests(999));
  }

  @Test
  void shouldSuspectAToolThatFailsAfterItsReport() {
    AuditServed served = served(20_000, 20_000, 0, 0, STALL);

    assertThat(Judgement.of(PLAN, served, 0, null, 5))
        .isEqualTo(Validity.of(Verdict.SUSPECT, new AuditReason.ToolFailedAfterItsReport(5)));
  }

  @Test
  void shouldSayWhatItRefusedCutOffAndCouldNotLog() {
    AuditServed served =
        new AuditServed(
            20_000, 20_000, 3, 2, 10 * SECOND, List.of(STALL), new AuditServed.P99(MS, 0, 0));

    assertThat(Judgement.of(PLAN, served, 5, null, 0).reasonCodes())
        .containsExactly(
            new AuditReason.RequestsUnlogged(5, RequestLog.MOST),
            new AuditReason.RequestsRefused(3),
            new AuditReason.ClientsCutOff(2, 10_000, 1_000));
  }

  @Test
  void shouldRefuseAPlanThatCannotBe() {
    assertThatThrownBy(() -> new AuditPlan(List.of(), MS, 0, 0))
        .isInstanceOf(FoliotException.class);
    refuses(0, 0, 0, "--service");
    refuses(11 * SECOND, 0, 0, "--service");
    refuses(MS, 1, SECOND, "--stall");
    refuses(MS, 61 * SECOND, 100 * SECOND, "--stall");
    refuses(MS, 100 * MS, 100 * MS, "--every");
    refuses(MS, 100 * MS, 3_601 * SECOND, "--every");
  }

  @Test
  void shouldPutTheAddressWhereItIsWanted() {
    assertThat(plan("hey", "-c", "2").commandFor("U")).containsExactly("hey", "-c", "2", "U");
    assertThat(plan("k6", "-e", "URL={url}x{url}", "a.js").commandFor("U"))
        .containsExactly("k6", "-e", "URL=UxU", "a.js");
  }

  @Test
  void shouldCompareWithinAQuarter() {
    assertThat(new AuditRow(99, 100L, 125).verdict()).isEqualTo(AuditVerdict.AGREES);
    assertThat(new AuditRow(99, 100L, 126).verdict()).isEqualTo(AuditVerdict.UNDERSTATES);
    assertThat(new AuditRow(99, 125L, 100).verdict()).isEqualTo(AuditVerdict.AGREES);
    assertThat(new AuditRow(99, 126L, 100).verdict()).isEqualTo(AuditVerdict.OVERSTATES);
    assertThat(new AuditRow(99, 0L, 100).verdict()).isEqualTo(AuditVerdict.UNDERSTATES);
    assertThat(new AuditRow(99, 0L, 100).ratio()).isNull();
    assertThat(new AuditRow(99, null, 100).verdict()).isEqualTo(AuditVerdict.NOT_SAID);
    assertThat(new AuditRow(99, 50L, 100).ratio()).isEqualTo(2.0);
  }

  private static AuditPlan plan(String... command) {
    return new AuditPlan(List.of(command), MS, 0, 0);
  }

  private static void refuses(long serviceNs, long stallNs, long everyNs, String option) {
    assertThatThrownBy(() -> new AuditPlan(List.of("x"), serviceNs, stallNs, everyNs))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(option);
  }

  private static void suspects(AuditServed served, AuditReason reason) {
    assertThat(judged(served)).isEqualTo(Validity.of(Verdict.SUSPECT, reason));
  }

  private static Validity judged(AuditServed served) {
    return Judgement.of(PLAN, served, 0, null, 0);
  }

  private static AuditServed served(
      long requests, long answered, long latenessNs, long blurNs, AuditStall... stalls) {
    return new AuditServed(
        requests,
        answered,
        0,
        0,
        10 * SECOND,
        List.of(stalls),
        new AuditServed.P99(MS, latenessNs, blurNs));
  }
}

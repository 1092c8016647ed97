package dev.foliot.apps.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.apps.service.RefusedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LedgerTest {
  private static final InstantSource TIME =
      InstantSource.fixed(Instant.parse("2026-11-22T10:15:30Z"));

  @Test
  void shouldHoldTheSameMoneyWhateverIsTransferredAtOnce() throws Exception {
    Ledger ledger = new Ledger(10, 8, 1, TIME);
    long before = ledger.totalHundredths();
    List<CompletableFuture<Void>> clients =
        IntStream.range(0, 4)
            .mapToObj(n -> CompletableFuture.runAsync(() -> transferAtRandom(ledger, n)))
            .toList();
    for (CompletableFuture<Void> client : clients) {
      client.get(1, TimeUnit.MINUTES); // ends, so they never waited for each other in a circle
    }
    assertThat(ledger.totalHundredths()).isEqualTo(before).isEqualTo(10 * 100_000_000L);
  }

  private static void transferAtRandom(Ledger ledger, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      int from = random.nextInt(1, 11);
      int to = random.nextInt(1, 11);
      if (from != to) {
        try {
          ledger.transfer(
              ledger.account(String.valueOf(from)),
              ledger.account(String.valueOf(to)),
              random.nextLong(1, 200_000_000),
              "r");
        } catch (RefusedException e) {
          assertThat(e).hasMessageContaining("transfer no more");
        }
      }
    }
  }

  @Test
  void shouldNeverOverdraw() throws Exception {
    Ledger ledger = new Ledger(2, 4, 1, TIME);
    Account one = ledger.account("1");
    Account two = ledger.account("2");
    long all = one.view().hundredths();
    assertThatThrownBy(() -> ledger.transfer(one, two, all + 1, "r"))
        .isInstanceOf(RefusedException.class);
    assertThat(ledger.transfer(one, two, all, "r")).isZero();
    assertThatThrownBy(() -> ledger.transfer(one, two, 1, "r"))
        .isInstanceOf(RefusedException.class);
  }

  @Test
  void shouldKeepTheLastEntriesAndSumTheOthersUp() throws Exception {
    Ledger ledger = new Ledger(2, 4, 1, TIME);
    for (int i = 1; i <= 100; i++) {
      ledger.transfer(ledger.account("1"), ledger.account("2"), i, "r" + i);
    }
    Account.View view = ledger.account("2").view();
    assertThat(view.entries())
        .extracting(Entry::reference)
        .containsExactly("r97", "r98", "r99", "r100");
    long booked = view.entries().stream().mapToLong(Entry::hundredths).sum();
    assertThat(view.openingHundredths() + booked).isEqualTo(view.hundredths());
  }

  @Test
  void shouldBeTheSameBankWithTheSameSeed() throws Exception {
    Account.View one = new Ledger(20, 6, 5, TIME).account("7").view();
    assertThat(new Ledger(20, 6, 5, TIME).account("7").view()).isEqualTo(one);
    assertThat(new Ledger(20, 6, 6, TIME).account("7").view()).isNotEqualTo(one);
    assertThat(one.entries()).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "11", "-1", "x", "", "1.5", "01", "9999999999999"})
  void shouldKnowNoOtherAccounts(String number) {
    Ledger ledger = new Ledger(10, 4, 1, TIME);
    assertThatThrownBy(() -> ledger.account(number)).hasMessageContaining("use 1 to 10");
  }

  @Test
  void shouldRenderAStatementThatAddsUp() {
    String text =
        Statement.render(
            new Account.View(
                7,
                "Ada Ames",
                "EUR",
                10_000,
                10_850,
                List.of(
                    new Entry(9, Instant.parse("2026-01-02T00:00:00Z"), -250, 3, "rent 1"),
                    new Entry(
                        4, Instant.parse("2026-01-01T00:00:00Z"), 1100, 2, "wages\u001b\n"))));
    assertThat(text.lines())
        .containsExactly(
            "Statement of account 7, Ada Ames, in EUR",
            "",
            "booked (UTC)           number  reference                                   amount"
                + "         balance",
            "                               opening balance                                    "
                + "         100.00",
            "2026-01-01 00:00:00         4  wages?? from 2                               11.00"
                + "          111.00",
            "2026-01-02 00:00:00         9  rent 1 to 3                                  -2.50"
                + "          108.50",
            "                               closing balance                                    "
                + "         108.50",
            "",
            "added                                        11.00",
            "taken                                        -2.50",
            "for rent                                     -2.50",
            "for wages??                                  11.00");
  }
}

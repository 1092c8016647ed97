package dev.foliot.apps.bank;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An account's statement as text: sorted entries with a running balance, then totals, also by
 * purpose. It takes some microseconds per entry, mostly for formatting.
 */
final class Statement {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Statement() {}

  /** Renders it; a function of its argument. */
  static String render(Account.View account) {
    StringBuilder text = new StringBuilder(8192);
    text.append(
        String.format(
            Locale.ROOT,
            "Statement of account %d, %s, in %s%n%n",
            account.id(),
            account.owner(),
            account.currency()));
    line(text, "booked (UTC)", "number", "reference", "amount", "balance");
    long balance = account.openingHundredths();
    line(text, "", "", "opening balance", "", Money.written(balance));
    long added = 0;
    long taken = 0;
    Map<String, Long> bySubject = new TreeMap<>();
    for (Entry entry : sorted(account.entries())) {
      balance += entry.hundredths();
      added += Math.max(0, entry.hundredths());
      taken += Math.min(0, entry.hundredths());
      bySubject.merge(subject(entry), entry.hundredths(), Long::sum);
      line(
          text,
          WHEN.format(entry.booked()),
          String.valueOf(entry.number()),
          printable(entry.reference())
              + (entry.hundredths() < 0 ? " to " : " from ")
              + entry.other(),
          Money.written(entry.hundredths()),
          Money.written(balance));
    }
    line(text, "", "", "closing balance", "", Money.written(balance));
    text.append('\n');
    total(text, "added", added);
    total(text, "taken", taken);
    bySubject.forEach((subject, sum) -> total(text, "for " + subject, sum));
    return text.toString();
  }

  private static List<Entry> sorted(List<Entry> entries) {
    return entries.stream()
        .sorted(Comparator.comparing(Entry::booked).thenComparingLong(Entry::number))
        .toList();
  }

  /** The first word of the reference. */
  private static String subject(Entry entry) {
    String word = printable(entry.reference()).strip().split(" ", 2)[0];
    return word.isEmpty() ? "other" : word;
  }

  /** References come from outside: no line breaks and escapes in a text for people. */
  private static String printable(String reference) {
    return reference.replaceAll("\\p{C}", "?");
  }

  private static void line(
      StringBuilder text,
      String booked,
      String number,
      String reference,
      String amount,
      String balance) {
    text.append(
        String.format(
            Locale.ROOT,
            "%-19s %9s  %-34s %15s %15s%n",
            booked,
            number,
            reference,
            amount,
            balance));
  }

  private static void total(StringBuilder text, String name, long hundredths) {
    text.append(String.format(Locale.ROOT, "%-34s %15s%n", name, Money.written(hundredths)));
  }
}

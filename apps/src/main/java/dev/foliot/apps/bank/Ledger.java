package dev.foliot.apps.bank;

import dev.foliot.apps.service.RefusedException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All accounts of a bank, numbered from 1. The last tenth (rounded down) is in USD, the rest in
 * EUR. Each transfer is booked twice, with both signs: the bank's total never changes.
 *
 * <p>Thread-safe. Pairs of accounts are locked in the order of their numbers.
 */
final class Ledger {
  /** A million: enough for a random load to run for a very long time. */
  static final long OPENING_HUNDREDTHS = 100_000_000;

  private static final String[] FIRST = {"Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal"};
  private static final String[] LAST = {"Ames", "Berg", "Cruz", "Dahl", "Erk", "Fry", "Gil"};
  private static final String[] FOR = {"rent", "groceries", "books", "fares", "wages", "repairs"};

  private final List<Account> accounts = new ArrayList<>();
  private final AtomicLong numbers = new AtomicLong();
  private final InstantSource time;

  /**
   * Opens the accounts.
   *
   * @param count 2 or more
   * @param entries number of entries an account keeps; most start with this many
   * @param seed seed of names and first entries
   * @param time the clock for entries
   */
  Ledger(int count, int entries, long seed, InstantSource time) {
    this.time = time;
    SplittableRandom random = new SplittableRandom(seed);
    for (int id = 1; id <= count; id++) {
      String owner = pick(FIRST, random) + " " + pick(LAST, random);
      String currency = id > count - count / 10 ? "USD" : "EUR";
      accounts.add(new Account(id, owner, currency, OPENING_HUNDREDTHS, entries));
    }
    // Entries in pairs of neighbours of one currency: equal amounts with opposite signs.
    for (int i = 0; i < count; i++) {
      int neighbour = i > 0 && isAlike(i, i - 1) ? i - 1 : i + 1;
      for (int n = 0; n < entries / 2 && neighbour < count && isAlike(i, neighbour); n++) {
        book(
            accounts.get(neighbour),
            accounts.get(i),
            random.nextLong(1, 10_000),
            pick(FOR, random) + " " + n);
      }
    }
  }

  private boolean isAlike(int i, int j) {
    return accounts.get(i).currency.equals(accounts.get(j).currency);
  }

  private static String pick(String[] words, SplittableRandom random) {
    return words[random.nextInt(words.length)];
  }

  /** Finds an account by its number from a path or a body. */
  Account account(String number) throws RefusedException {
    int id = number.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(number) : 0;
    if (id < 1 || id > accounts.size()) {
      throw new RefusedException(
          404, "unknown_account", "there is no such account: use 1 to " + accounts.size());
    }
    return accounts.get(id - 1);
  }

  /**
   * Moves money.
   *
   * @return the new balance of the paying account, in hundredths
   * @throws RefusedException if its funds are too low
   */
  long transfer(Account from, Account to, long hundredths, String reference)
      throws RefusedException {
    Account first = from.id < to.id ? from : to;
    Account second = from.id < to.id ? to : from;
    first.lock.lock();
    try {
      second.lock.lock();
      try {
        if (from.hundredths() < hundredths) {
          throw new RefusedException(
              409,
              "insufficient_funds",
              "the account has " + Money.written(from.hundredths()) + ": transfer no more");
        }
        book(from, to, hundredths, reference);
        return from.hundredths();
      } finally {
        second.lock.unlock();
      }
    } finally {
      first.lock.unlock();
    }
  }

  private void book(Account from, Account to, long hundredths, String reference) {
    long number = numbers.incrementAndGet();
    from.book(new Entry(number, time.instant(), -hundredths, to.id, reference));
    to.book(new Entry(number, time.instant(), hundredths, from.id, reference));
  }

  /** The sum of all accounts; exact while no booking is in progress. */
  long totalHundredths() {
    return accounts.stream().mapToLong(account -> account.view().hundredths()).sum();
  }
}

package dev.foliot.apps.bank;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An account with its last entries; older ones are summed up in the opening balance, so that a bank
 * under load stays as large as it is.
 *
 * <p>Guarded by {@link #lock}, but for what never changes. No monitor: before JDK 24 a virtual
 * thread that waits for one keeps its carrier.
 */
final class Account {
  final ReentrantLock lock = new ReentrantLock();
  final int id;
  final String owner;
  final String currency;
  private final Queue<Entry> entries = new ArrayDeque<>();
  private final int mostEntries;
  private long openingHundredths;
  private long hundredths;

  Account(int id, String owner, String currency, long openingHundredths, int mostEntries) {
    this.id = id;
    this.owner = owner;
    this.currency = currency;
    this.openingHundredths = openingHundredths;
    this.hundredths = openingHundredths;
    this.mostEntries = mostEntries;
  }

  long hundredths() {
    return hundredths;
  }

  void book(Entry entry) {
    entries.add(entry);
    hundredths += entry.hundredths();
    if (entries.size() > mostEntries) {
      openingHundredths += entries.remove().hundredths();
    }
  }

  /** What it holds now. */
  View view() {
    lock.lock();
    try {
      return new View(id, owner, currency, openingHundredths, hundredths, List.copyOf(entries));
    } finally {
      lock.unlock();
    }
  }

  /**
   * An account at one moment.
   *
   * @param id its number
   * @param owner whose it is
   * @param currency what it is kept in
   * @param openingHundredths the balance before the entries
   * @param hundredths the balance after them
   * @param entries in the order of their booking
   */
  record View(
      int id,
      String owner,
      String currency,
      long openingHundredths,
      long hundredths,
      List<Entry> entries) {}
}

package dev.foliot.apps.bank;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An account with its latest entries. Older ones are summed in the opening balance, which keeps a
 * bank's size constant under load.
 *
 * <p>Guarded by {@link #lock}, except for constant fields. No monitor: before JDK 24 a virtual
 * thread that waits for one blocks its carrier.
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

  /** Its current content. */
  View view() {
    lock.lock();
    try {
      return new View(id, owner, currency, openingHundredths, hundredths, List.copyOf(entries));
    } finally {
      lock.unlock();
    }
  }

  /**
   * An account at one time.
   *
   * @param id its number
   * @param owner its owner
   * @param currency its currency
   * @param openingHundredths the balance before the entries
   * @param hundredths the balance after them
   * @param entries in booking order
   */
  record View(
      int id,
      String owner,
      String currency,
      long openingHundredths,
      long hundredths,
      List<Entry> entries) {}
}

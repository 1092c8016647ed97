package dev.foliot.diagnose.words;

import dev.foliot.hotspot.code.MemoryWrite;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.UserRegisters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds the words that the sampled code of several threads writes often. Samples only nominate:
 * whether these threads write them at the same time, watchpoints tell. Pure.
 */
final class SampledWords {
  static final int LINE_BYTES = 64;

  /** As many as can be watched together. */
  private static final int MOST_IN_LINE = 4;

  /** A word with a smaller share of the samples costs too little. */
  private static final double LEAST_SHARE = 0.004;

  private static final int FEWEST = 3;

  /** As many instructions with samples are decoded, the most frequent first. */
  private static final int MOST_DECODED = 256;

  private static final int MOST_BYTES = Long.BYTES;

  private final Map<Key, Tally> words = new HashMap<>();
  private final int all;

  private record Key(long address, int bytes) {}

  private static final class Tally {
    private final Set<Integer> tids = new HashSet<>();
    private UserRegisters registers;
    private int samples;

    Tally(UserRegisters registers) {
      this.registers = registers;
    }
  }

  /**
   * A word that the sampled code writes. Immutable.
   *
   * @param address a multiple of {@code bytes}
   * @param bytes 1, 2, 4 or 8
   * @param tids the sampled threads
   * @param samples the samples at its code
   * @param hints values of registers at such a sample, among them perhaps the object's address
   */
  record Word(long address, int bytes, Set<Integer> tids, int samples, Collection<Long> hints) {
    Word {
      tids = Set.copyOf(tids);
      hints = List.copyOf(hints);
    }
  }

  /**
   * The written words of one cache line, the most sampled first.
   *
   * @param samples the samples at their code together
   */
  record Line(List<Word> words, int samples) {
    Line {
      words = List.copyOf(words);
    }
  }

  /**
   * Adds up samples.
   *
   * @param writes the words that the code at a sample writes, the nearest first
   */
  SampledWords(Collection<Sample> samples, Function<UserRegisters, List<MemoryWrite>> writes) {
    all = samples.size();
    Map<Long, List<Sample>> byCode = new HashMap<>();
    for (Sample sample : samples) {
      if (!sample.kernel() && !sample.registers().isEmpty()) {
        byCode.computeIfAbsent(sample.ip(), ip -> new ArrayList<>()).add(sample);
      }
    }
    byCode.values().stream()
        .sorted(Comparator.comparingInt((List<Sample> at) -> at.size()).reversed())
        .limit(MOST_DECODED)
        .flatMap(List::stream)
        .forEach(sample -> add(sample, writes.apply(sample.registers())));
  }

  private void add(Sample sample, List<MemoryWrite> writes) {
    Optional<MemoryWrite> write = waited(sample.ip(), writes);
    if (write.isPresent()
        && write.get().bytes() <= MOST_BYTES
        && write.get().address() % write.get().bytes() == 0) {
      Key key = new Key(write.get().address(), write.get().bytes());
      Tally tally = words.computeIfAbsent(key, any -> new Tally(sample.registers()));
      tally.tids.add(sample.tid());
      tally.samples++;
      tally.registers = sample.registers();
    }
  }

  /**
   * The write that a thread waited for at a sample: an atomic update that has just ended, otherwise
   * the nearest. A lock that is released behind a guarded word must not count for that word.
   */
  private static Optional<MemoryWrite> waited(long ip, List<MemoryWrite> nearestFirst) {
    return nearestFirst.stream()
        .filter(write -> write.isAtomic() && write.end() == ip)
        .findFirst()
        .or(() -> nearestFirst.stream().findFirst());
  }

  private static long line(long address) {
    return address & -LINE_BYTES;
  }

  /** Cache lines that two threads or more write, by the samples; the most sampled first. */
  List<Line> lines() {
    Map<Long, List<Word>> byLine = new TreeMap<>();
    words.forEach((key, tally) -> {
      if (tally.samples >= FEWEST && tally.samples >= LEAST_SHARE * all) {
        Word word =
            new Word(
                key.address(),
                key.bytes(),
                tally.tids,
                tally.samples,
                tally.registers.all().values());
        byLine.computeIfAbsent(line(word.address()), any -> new ArrayList<>()).add(word);
      }
    });
    List<Line> lines = new ArrayList<>();
    for (List<Word> line : byLine.values()) {
      line.sort(Comparator.comparingInt(Word::samples).reversed());
      List<Word> most = line.subList(0, Math.min(MOST_IN_LINE, line.size()));
      Set<Integer> tids = new HashSet<>();
      most.forEach(word -> tids.addAll(word.tids()));
      if (tids.size() >= 2) {
        lines.add(new Line(most, most.stream().mapToInt(Word::samples).sum()));
      }
    }
    lines.sort(Comparator.comparingInt(Line::samples).reversed());
    return lines;
  }
}

package dev.foliot.linux.perf;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The registers of a processor in the bit order of sample_regs_user (perf_event_open(2),
 * asm/perf_regs.h). Immutable.
 */
final class RegisterSet {
  /** Without flags and segments: user mode refuses some of them. */
  static final RegisterSet X86_64 =
      new RegisterSet(
          "rip",
          "rsp",
          "rbp",
          Stream.concat(
              Stream.of("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip"),
              Stream.concat(
                  Stream.generate(() -> "").limit(7),
                  IntStream.rangeClosed(8, 15).mapToObj(i -> "r" + i))));

  /** The link register is x30. */
  static final RegisterSet AARCH64 =
      new RegisterSet(
          "pc",
          "sp",
          "x29",
          Stream.concat(
              IntStream.rangeClosed(0, 30).mapToObj(i -> "x" + i), Stream.of("sp", "pc")));

  private final String ip;
  private final String sp;
  private final String fp;
  private final List<String> names;

  private RegisterSet(String ip, String sp, String fp, Stream<String> names) {
    this.ip = ip;
    this.sp = sp;
    this.fp = fp;
    this.names = names.toList();
  }

  /** This machine's; only asked where {@link PerfCalls} are linked, which is on these two. */
  static RegisterSet ofThisMachine() {
    return System.getProperty("os.arch").equals("aarch64") ? AARCH64 : X86_64;
  }

  /** By number; an empty name where a number is not used. */
  List<String> names() {
    return names;
  }

  /** All that are used, as sample_regs_user. */
  long mask() {
    return IntStream.range(0, names.size())
        .filter(number -> !names.get(number).isEmpty())
        .mapToLong(number -> 1L << number)
        .sum();
  }

  /** Only the instruction pointer, as sample_regs_user. */
  long ipMask() {
    return 1L << names.indexOf(ip);
  }

  String ip() {
    return ip;
  }

  String sp() {
    return sp;
  }

  String fp() {
    return fp;
  }
}

package dev.foliot.hotspot.image;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HotSpot's image in a target's memory, with read budgets. Safe for any thread.
 *
 * <p>Its exported symbols identify it among the mapped files, so its file may be deleted. Its
 * tables, flags and version are read once.
 */
public final class VmImage {
  private static final int OLDEST = 17;
  private static final int LONGEST_VERSION = 1000;
  private static final Pattern LEADING_NUMBER = Pattern.compile("(\\d{1,4}).*", Pattern.DOTALL);

  private static final String LIBJVM = "/libjvm.so";
  private static final String OPENJ9 = "/libj9vm";
  private static final String DELETED = " (deleted)";
  private static final String TABLES = "gHotSpotVMStructs";

  /** Symbols that GraalVM's native-image puts into every program. */
  private static final List<String> NATIVE_IMAGE =
      List.of("graal_create_isolate", "__svm_version_info", "__svm_heap_begin");

  /** Programs and libraries come early; later files are not worth reading. */
  private static final int MOST_FILES = 64;

  private final Memory memory;
  private final Clocks clocks;
  private final long base;
  private final VmTables tables;
  private final String version;
  private final int feature;
  private final Reading<JvmFlags> flags;

  private VmImage(Memory memory, Clocks clocks, long base, Pages pages, VmTables tables)
      throws BadMemoryException {
    this.memory = memory;
    this.clocks = clocks;
    this.base = base;
    this.tables = tables;
    Optional<VmTables.Field> release = tables.field("Abstract_VM_Version::_s_vm_release");
    Optional<VmTables.Field> major = tables.field("Abstract_VM_Version::_vm_major_version");
    if (release.isEmpty() && major.isEmpty()) {
      throw new BadMemoryException("its tables do not tell which version it is");
    }
    this.version =
        release.isPresent()
            ? pages.cString(release.get().read(pages), LONGEST_VERSION)
            : Long.toString(major.get().read(pages));
    this.feature = major.isPresent() ? (int) major.get().read(pages) : feature(version);
    this.flags = flags(pages, tables);
  }

  private VmImage(VmImage of, Memory memory) {
    this.memory = memory;
    clocks = of.clocks;
    base = of.base;
    tables = of.tables;
    version = of.version;
    feature = of.feature;
    flags = of.flags;
  }

  /**
   * The clocks that end reads.
   *
   * @param nanoClock nanoseconds since some moment
   * @param cpuClock nanoseconds of CPU time, of the calling thread, since some moment
   */
  public record Clocks(LongSupplier nanoClock, LongSupplier cpuClock) {}

  /** Limits of one read in MiB and milliseconds; 20,000 classes take 1 s. */
  public enum Budget {
    /** Finds the image and reads its tables. */
    ATTACH(512, 4_000, false),
    /** Follows a list of up to a million entries; its time is CPU time. */
    LIST(512, 2_000, true),
    /** All classes; its time is CPU time. */
    WALK(2048, 3_000, true),
    /** One class. */
    CLASS(32, 1_000, false),
    /** All reads of one code map together, without a time limit. */
    CODE(2048, Long.MAX_VALUE / 1_000_000, false),
    /** Objects of the Java heap. */
    HEAP(1024, 2_000, false);

    private final long mostMib;
    private final long mostMs;
    private final boolean byCpu;

    Budget(long mostMib, long mostMs, boolean byCpu) {
      this.mostMib = mostMib;
      this.mostMs = mostMs;
      this.byCpu = byCpu;
    }
  }

  /**
   * Finds HotSpot in a memory.
   *
   * <p>Unavailable without a JVM, for another JVM, for one older than JDK 17, and for inconsistent
   * tables.
   *
   * @param pid the owner of the memory, for messages
   * @param regions its mappings
   */
  public static Reading<VmImage> find(
      Memory memory, long pid, List<MemoryRegion> regions, Clocks clocks) {
    Pages pages = new Pages(memory, allowance(Budget.ATTACH, clocks));
    return switch (search(pages, pid, regions)) {
      case Reading.Unavailable<Long> unavailable -> unavailable.retyped();
      case Reading.Value<Long>(Long start) -> at(memory, clocks, pid, pages, start);
    };
  }

  private static Reading<VmImage> at(
      Memory memory, Clocks clocks, long pid, Pages pages, long base) {
    try {
      VmTables tables = VmTables.read(pages, ElfImage.at(pages, base));
      VmImage image = new VmImage(memory, clocks, base, pages, tables);
      return image.feature >= OLDEST
          ? Reading.of(image)
          : Reading.unavailable(new JvmReason.OldJvm(pid, image.feature));
    } catch (BadMemoryException e) {
      return unreadable(pid, e);
    }
  }

  /** The answer for a HotSpot with inconsistent structures. */
  public static <T> Reading<T> unreadable(long pid, BadMemoryException why) {
    return Reading.unavailable(new JvmReason.HotspotUnreadable(pid, why.what()));
  }

  private static int feature(String version) {
    Matcher number = LEADING_NUMBER.matcher(version);
    return number.matches() ? Integer.parseInt(number.group(1)) : 0;
  }

  private static Reading<JvmFlags> flags(Pages pages, VmTables tables) {
    try {
      return Reading.of(JvmFlags.read(pages, tables));
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.FLAGS, e.what()));
    }
  }

  private static Allowance allowance(Budget budget, Clocks clocks) {
    return new Allowance(
        budget.mostMib << 20,
        budget.mostMs * 1_000_000,
        clocks.nanoClock(),
        budget.byCpu ? clocks.cpuClock() : clocks.nanoClock());
  }

  /** The same image through another access to the same memory; reads nothing. */
  public VmImage in(Memory other) {
    return new VmImage(this, other);
  }

  /** The version of HotSpot, as {@code 17.0.15+6-Debian-1deb12u1}. */
  public String version() {
    return version;
  }

  /** The feature version, 17 or higher. */
  public int feature() {
    return feature;
  }

  /** The flags at the time of the search. */
  public Reading<JvmFlags> flags() {
    return flags;
  }

  /** The flags now: HotSpot changes some while it runs. */
  public Reading<JvmFlags> flagsNow() {
    return flags(renewed(Budget.LIST), tables);
  }

  /** The descriptions of HotSpot's structures. */
  public VmTables tables() {
    return tables;
  }

  /** The memory that contains the image. */
  public Memory memory() {
    return memory;
  }

  /** Nanoseconds of CPU time of the calling thread. */
  public LongSupplier cpuClock() {
    return clocks.cpuClock();
  }

  /** Nanoseconds since some moment. */
  public LongSupplier nanoClock() {
    return clocks.nanoClock();
  }

  /** Whether the image is still mapped. */
  public boolean isMapped() {
    return memory.read(base, new byte[Long.BYTES]);
  }

  /** An allowance whose time begins now. */
  public Allowance allowance(Budget budget) {
    return allowance(budget, clocks);
  }

  /** The memory with the mappings as last read, for one read. */
  public Pages pages(Budget budget) {
    return new Pages(memory, allowance(budget));
  }

  /** The memory with the current mappings, for one read. */
  public Pages renewed(Budget budget) {
    memory.renew();
    return pages(budget);
  }

  /** The memory with the current mappings, for one read of scattered data. */
  public Pages lists(Allowance allowance) {
    memory.renew();
    return Pages.ofLists(memory, allowance);
  }

  /** The start of the image that exports HotSpot's tables. */
  private static Reading<Long> search(Pages pages, long pid, List<MemoryRegion> regions) {
    Map<String, Long> files = files(regions);
    if (regions.isEmpty()) {
      return Reading.unavailable(new JvmReason.ProcessWithoutMemory(pid));
    }
    for (String file : files.keySet()) {
      if (file.contains(OPENJ9)) {
        return Reading.unavailable(new JvmReason.OpenJ9Jvm(pid, file));
      }
    }
    for (Map.Entry<String, Long> file : files.entrySet()) {
      if (file.getKey().endsWith(LIBJVM)) {
        return has(pages, file.getValue(), TABLES)
            ? Reading.of(file.getValue())
            : Reading.unavailable(new JvmReason.ForeignLibjvm(pid, file.getKey()));
      }
    }
    return inPrograms(pages, pid, files);
  }

  /** Searches the programs: a JVM may be linked into one. */
  private static Reading<Long> inPrograms(Pages pages, long pid, Map<String, Long> files) {
    int looked = 0;
    for (Map.Entry<String, Long> file : files.entrySet()) {
      if (looked == MOST_FILES) {
        break;
      }
      looked++;
      if (has(pages, file.getValue(), TABLES)) {
        return Reading.of(file.getValue());
      }
      for (String symbol : NATIVE_IMAGE) {
        if (has(pages, file.getValue(), symbol)) {
          return Reading.unavailable(new JvmReason.NativeImage(pid, file.getKey()));
        }
      }
    }
    return Reading.unavailable(new JvmReason.NoJvm(pid, files.size()));
  }

  /** Each mapped file with its lowest address. */
  private static Map<String, Long> files(List<MemoryRegion> regions) {
    Map<String, Long> files = new LinkedHashMap<>();
    for (MemoryRegion region : regions) {
      String path = region.path();
      if (path.startsWith("/") && region.start() > 0) {
        files.merge(
            path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path,
            region.start(),
            Math::min);
      }
    }
    return files;
  }

  private static boolean has(Pages pages, long base, String symbol) {
    try {
      return ElfImage.at(pages, base).symbol(symbol).isPresent();
    } catch (BadMemoryException e) {
      return false;
    }
  }
}

package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.UserRegisters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A live JVM with corrupted reads: any answer is fine, but it must come quickly. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class CorruptedTargetTest {
  private static final Path LIVE = Path.of("/");

  /** Changes some bytes of all reads, the same ones for the same seed. */
  private static final class Corrupted implements Memory {
    private final Memory memory;
    private final Random random;
    private int bytesPerRead;

    Corrupted(Memory memory, long seed) {
      this.memory = memory;
      this.random = new Random(seed);
    }

    @Override
    public boolean read(long address, byte[] into) {
      if (!memory.read(address, into) || random.nextInt(2000) < bytesPerRead) {
        return false;
      }
      for (int i = 0; i < bytesPerRead; i++) {
        into[random.nextInt(into.length)] = (byte) random.nextInt();
      }
      return true;
    }

    @Override
    public Optional<String> fileAt(long address) {
      return memory.fileAt(address);
    }

    @Override
    public void renew() {
      memory.renew();
    }
  }

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldSurviveMemoryThatIsChanged(int feature) {
    try (TargetJvm target = TargetJvm.start(feature, "-XX:+UseSerialGC", "plain");
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      List<MemoryRegion> regions = maps.regions();
      Memory live = Memory.ofProcess(LIVE, target.pid(), memory, maps);
      List<MemoryRegion> code =
          regions.stream()
              .filter(r -> r.permissions().startsWith("rwx") && r.path().isEmpty())
              .toList();
      assertThat(code).isNotEmpty();
      for (long seed = 0; seed < 10; seed++) {
        Corrupted corrupted = new Corrupted(live, seed);
        HotspotJvm jvm =
            value(
                HotspotJvm.of(
                    corrupted,
                    target.pid(),
                    regions,
                    new VmImage.Clocks(System::nanoTime, System::nanoTime)));
        corrupted.bytesPerRead = 1 << (int) (seed % 8);
        jvm.classes().map(ClassList::all);
        CodeMap map = jvm.code();
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
          MemoryRegion region = code.get(random.nextInt(code.size()));
          long ip = region.start() + random.nextLong(region.end() - region.start());
          assertThat(map.at(ip)).isNotNull();
          byte[] stack = new byte[1024];
          random.nextBytes(stack);
          assertThat(map.callers(ip, 0x7000_0000_0000L, 0x7000_0000_0100L, stack)).isNotNull();
          UserRegisters registers = UserRegisters.of(Map.of("rip", ip));
          assertThat(map.checks(registers, 8, Set.of(random.nextLong() & -8))).isNotNull();
        }
        // Attaching to corrupted data ends as well.
        HotspotJvm.of(
            corrupted,
            target.pid(),
            regions,
            new VmImage.Clocks(System::nanoTime, System::nanoTime));
      }
      assertThat(target.process().isAlive()).isTrue();
    }
  }

  @Test
  void shouldNotReadWhatIsReserved() {
    try (TargetJvm target = TargetJvm.start(25, "-XX:+UseSerialGC", "plain");
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      List<MemoryRegion> regions = maps.regions();
      Memory live = Memory.ofProcess(LIVE, target.pid(), memory, maps);
      MemoryRegion reserved =
          regions.stream().filter(r -> r.permissions().startsWith("---")).findFirst().orElseThrow();
      MemoryRegion readable =
          regions.stream().filter(MemoryRegion::isReadable).findFirst().orElseThrow();
      assertThat(live.read(reserved.start(), new byte[8])).isFalse();
      assertThat(live.read(readable.start(), new byte[8])).isTrue();
      assertThat(live.read(-8, new byte[16])).isFalse();
      assertThat(live.fileAt(reserved.start())).isEmpty();
      assertThat(live.fileAt(readable.start())).contains(readable.path());
      live.renew();
      assertThat(live.read(readable.start(), new byte[8])).isTrue();
    }
  }
}

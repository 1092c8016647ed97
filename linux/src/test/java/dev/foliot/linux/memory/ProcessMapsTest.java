package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessMapsTest {
  private static final Path LIVE = Path.of("/");

  @TempDir private Path root;

  private ProcessMaps maps(String... lines) {
    new FakeKernel(root).file("proc/7/maps", lines);
    return value(ProcessMaps.of(root, 7));
  }

  private ProcessMaps someMaps() {
    return maps(
        "00400000-00401000 r-xp 00000000 08:01 1234 /bin/a",
        "00401000-00403000 rw-p 00000000 08:01 1234 /bin/a",
        "00403000-00404000 ---p 00000000 00:00 0",
        "00500000-00501000 r--p 00000000 00:00 0",
        "ffffffffff600000-ffffffffff601000 r-xp 00000000 00:00 0 [vsyscall]");
  }

  @Test
  void shouldFindTheRegionOfAnAddress() {
    ProcessMaps maps = someMaps();
    assertThat(maps.at(0x400000)).contains(maps.regions().getFirst());
    assertThat(maps.at(0x400fff)).contains(maps.regions().getFirst());
    assertThat(maps.at(0x401000)).contains(maps.regions().get(1));
    assertThat(maps.at(0x403000)).contains(maps.regions().get(2));
    assertThat(maps.at(0xffffffffff600000L)).contains(maps.regions().getLast());
  }

  @Test
  void shouldFindNothingBetweenRegions() {
    ProcessMaps maps = someMaps();
    for (long address : new long[] {0, 0x3fffff, 0x404000, 0x4fffff, 0x501000, -1, -0x8000000L}) {
      assertThat(maps.at(address)).as(Long.toHexString(address)).isEmpty();
    }
  }

  @Test
  void shouldReadAcrossRegionsThatAdjoin() {
    ProcessMaps maps = someMaps();
    assertThat(maps.isReadable(0x400000, 1)).isTrue();
    assertThat(maps.isReadable(0x400ff8, 16)).isTrue();
    assertThat(maps.isReadable(0x400000, 0x3000)).isTrue();
    assertThat(maps.isReadable(0x400000, 0x3001)).isFalse();
    assertThat(maps.isReadable(0x403000, 8)).isFalse();
    assertThat(maps.isReadable(0x500ff9, 8)).isFalse();
    assertThat(maps.isReadable(0x4ffff8, 16)).isFalse();
  }

  @Test
  void shouldNotBelieveImpossibleLengths() {
    ProcessMaps maps = someMaps();
    assertThat(maps.isReadable(0x400000, 0)).isFalse();
    assertThat(maps.isReadable(0x400000, -1)).isFalse();
    assertThat(maps.isReadable(0x400000, Long.MAX_VALUE)).isFalse();
    assertThat(maps.isReadable(0xffffffffff600000L, Long.MAX_VALUE)).isFalse();
    assertThat(maps.isReadable(-8, 8)).isFalse();
  }

  @Test
  void shouldSortWhatIsNotInOrder() {
    ProcessMaps maps =
        maps(
            "00500000-00501000 r--p 00000000 00:00 0",
            "00400000-00401000 r-xp 00000000 08:01 1234 /bin/a");
    assertThat(maps.at(0x400000)).map(MemoryRegion::path).contains("/bin/a");
    assertThat(maps.regions()).extracting(MemoryRegion::start).isSorted();
  }

  @Test
  void shouldHaveNoRegionsWhereThereAreNone() {
    assertThat(maps().at(0x400000)).isEmpty();
    assertThat(reason(ProcessMaps.of(root, 8))).contains("proc/8/maps does not exist");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKnowTheMemoryOfThisProcess() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(8);
      ProcessMaps maps = value(ProcessMaps.of(LIVE, ProcessHandle.current().pid()));
      assertThat(maps.isReadable(word.address(), 8)).isTrue();
      assertThat(maps.isReadable(0, 8)).isFalse();
    }
  }
}

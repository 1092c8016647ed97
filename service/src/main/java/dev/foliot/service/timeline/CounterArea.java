package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The area of a JVM's counters. HotSpot shares it as a file; where that can be mapped, a reading
 * costs no system call. Else it is read from the process's memory. One thread.
 */
public abstract sealed class CounterArea {
  private static final int LEAST_COMPARED = 32;

  /**
   * The counters now; null if they cannot be read. The buffer is valid until the next reading, and
   * in this machine's byte order.
   */
  public abstract @Nullable ByteBuffer read();

  /** The area of {@code bytes} from an address on. */
  public static CounterArea of(Path root, HotspotJvm jvm, long address, int bytes) {
    Copied copied = new Copied(jvm.memory(), address, bytes);
    return shared(root, jvm, address, bytes).<CounterArea>map(Shared::new).orElse(copied);
  }

  /** The file, if it is the memory that the JVM writes. */
  private static Optional<ByteBuffer> shared(Path root, HotspotJvm jvm, long address, int bytes) {
    if (!(ProcessMaps.of(root, jvm.pid())
        instanceof Reading.Value<ProcessMaps>(ProcessMaps maps))) {
      return Optional.empty();
    }
    Optional<MemoryRegion> region =
        maps.at(address)
            .filter(found -> found.path().startsWith("/") && found.path().contains("hsperfdata"));
    if (region.isEmpty()) {
      return Optional.empty();
    }
    Path file = root.resolve("proc/" + jvm.pid() + "/root" + region.get().path());
    long offset = address - region.get().start();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.size() < offset + bytes) {
        return Optional.empty();
      }
      ByteBuffer mapped =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, offset + bytes)
              .order(ByteOrder.nativeOrder());
      byte[] header = new byte[LEAST_COMPARED];
      byte[] inMemory = new byte[LEAST_COMPARED];
      mapped.get(0, header);
      return jvm.memory().readInto(region.get().start(), inMemory)
              && Arrays.equals(header, inMemory)
          ? Optional.of(mapped.slice((int) offset, bytes).order(ByteOrder.nativeOrder()))
          : Optional.empty();
    } catch (IOException e) {
      // another user's, or removed: the memory has the same
      return Optional.empty();
    }
  }

  private static final class Shared extends CounterArea {
    private final ByteBuffer mapped;

    Shared(ByteBuffer mapped) {
      this.mapped = mapped;
    }

    @Override
    public ByteBuffer read() {
      return mapped;
    }
  }

  private static final class Copied extends CounterArea {
    private final TargetMemory memory;
    private final long address;
    private final ByteBuffer bytes;

    Copied(TargetMemory memory, long address, int bytes) {
      this.memory = memory;
      this.address = address;
      this.bytes = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public @Nullable ByteBuffer read() {
      return memory.readInto(address, bytes.array()) ? bytes : null;
    }
  }
}

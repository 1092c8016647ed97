package dev.foliot.hotspot.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A memory with the content that a test writes; only written pages are mapped. */
public final class FakeMemory implements Memory {
  private static final int PAGE = 4096;

  private final Map<Long, byte[]> pages = new HashMap<>();

  public FakeMemory bytes(long address, byte... bytes) {
    for (int done = 0; done < bytes.length; ) {
      long at = address + done;
      int offset = (int) (at % PAGE);
      int part = Math.min(bytes.length - done, PAGE - offset);
      byte[] page = pages.computeIfAbsent(at / PAGE, p -> new byte[PAGE]);
      System.arraycopy(bytes, done, page, offset, part);
      done += part;
    }
    return this;
  }

  public FakeMemory i8(long address, long value) {
    return bytes(address, ordered(8).putLong(value).array());
  }

  public FakeMemory i4(long address, int value) {
    return bytes(address, ordered(4).putInt(value).array());
  }

  public FakeMemory i2(long address, int value) {
    return bytes(address, ordered(2).putShort((short) value).array());
  }

  public FakeMemory text(long address, String text) {
    return bytes(address, (text + '\0').getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer ordered(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public boolean read(long address, byte[] into) {
    for (int done = 0; done < into.length; ) {
      byte[] page = pages.get((address + done) / PAGE);
      if (page == null) {
        return false;
      }
      int offset = (int) ((address + done) % PAGE);
      int part = Math.min(into.length - done, PAGE - offset);
      System.arraycopy(page, offset, into, done, part);
      done += part;
    }
    return true;
  }

  @Override
  public Optional<String> fileAt(long address) {
    return Optional.empty();
  }

  @Override
  public void renew() {
    // The mappings do not change.
  }
}

package dev.foliot.diagnose.hotspot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Goes from a frame to its caller on a copied stack. Compiled code keeps no frame pointer, but its
 * frame has one size for the whole method: the return address is its last word, the caller's frame
 * pointer the one before. Immutable; safe for any thread.
 */
final class Unwinder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** How many words a stub may have pushed above the address that it returns to. */
  private static final int MOST_PUSHED = 16;

  private static final int MOST_FRAME_WORDS = 1 << 16;
  private static final int CALL = 0xe8;
  private static final int CALL_BYTES = 5;

  private final CodeReader code;
  private final long stackStart;
  private final byte[] stack;

  /** Where a frame stands. */
  record Frame(long ip, long sp, long fp) {}

  Unwinder(CodeReader code, long stackStart, byte[] stack) {
    this.code = code;
    this.stackStart = stackStart;
    this.stack = stack;
  }

  /** The frame that called this one; empty when that cannot be told. */
  Optional<Frame> caller(Pages pages, Frame frame) throws BadMemoryException {
    Optional<Blob> found = code.blobAt(pages, frame.ip());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Blob blob = found.get();
    if (blob.isInterpreter()) {
      return isOnStack(frame.fp() - Long.BYTES, 3)
          ? upwards(
              frame, word(frame.fp() + Long.BYTES), word(frame.fp() - Long.BYTES), word(frame.fp()))
          : Optional.empty();
    }
    boolean hasFrame = blob.frameWords() > 0 && blob.frameWords() < MOST_FRAME_WORDS;
    if (hasFrame && frame.ip() - blob.codeStart() >= blob.frameComplete()) {
      long end = frame.sp() + (long) blob.frameWords() * Long.BYTES;
      return isOnStack(end - 2 * Long.BYTES, 2)
          ? upwards(frame, word(end - Long.BYTES), end, word(end - 2 * Long.BYTES))
          : Optional.empty();
    }
    return blob.isCompiled() ? Optional.empty() : behindStub(pages, blob, frame);
  }

  /** A stub without a frame: the first word that is an address behind a call of it. */
  private Optional<Frame> behindStub(Pages pages, Blob stub, Frame frame)
      throws BadMemoryException {
    for (int i = 0; i < MOST_PUSHED; i++) {
      long place = frame.sp() + (long) i * Long.BYTES;
      if (!isOnStack(place, 1)) {
        return Optional.empty();
      }
      long value = word(place);
      if (code.blobAt(pages, value).filter(Blob::isCompiled).isPresent()
          && (isCall(pages, value, stub) || isFarCall(pages, value, stub))) {
        return upwards(frame, value, place + Long.BYTES, frame.fp());
      }
    }
    return Optional.empty();
  }

  /** Whether {@code call} of a near address of the stub ends there. */
  private static boolean isCall(Pages pages, long end, Blob stub) throws BadMemoryException {
    return pages.u1(end - CALL_BYTES) == CALL && stub.hasCode(end + pages.i4(end - Integer.BYTES));
  }

  /** Whether {@code mov r10, address; call r10}, with an address of the stub, ends there. */
  private static boolean isFarCall(Pages pages, long end, Blob stub) throws BadMemoryException {
    return pages.u1(end - 3) == 0x41
        && pages.u1(end - 2) == 0xff
        && pages.u1(end - 1) == 0xd2
        && stub.hasCode(pages.i8(end - 3 - Long.BYTES));
  }

  private Optional<Frame> upwards(Frame from, long ip, long sp, long fp) {
    return sp > from.sp() ? Optional.of(new Frame(ip, sp, fp)) : Optional.empty();
  }

  private boolean isOnStack(long address, int words) {
    return address >= stackStart
        && address - stackStart <= stack.length - (long) words * Long.BYTES;
  }

  private long word(long address) {
    return (long) LONGS.get(stack, (int) (address - stackStart));
  }
}

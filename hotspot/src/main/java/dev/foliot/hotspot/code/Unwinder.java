package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.CodeCache.Blob;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Walks from a frame to its caller on a copied stack. For one read of one thread.
 *
 * <p>Compiled code keeps no frame pointer, but a method's frame has a fixed size. Its last word is
 * the return address, the word before is the caller's frame pointer.
 *
 * <p>The frames of an unmounted virtual thread lie in a heap object. There the frame pointer of an
 * interpreted frame, and its caller's stack pointer, are distances in words from where they are
 * stored [2].
 *
 * <p>[1] The enum of interpreter_frame offsets in src/hotspot/cpu/x86/frame_x86.hpp, and in
 * frame_aarch64.hpp. [2] StackChunkFrameStream::fp and unextended_sp_for_interpreter_frame in
 * src/hotspot/cpu/x86/stackChunkFrameStream_x86.inline.hpp.
 */
final class Unwinder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** How many words a stub may have pushed above its return address. */
  private static final int MOST_PUSHED = 16;

  /** How many words compiled code may push before it calls such a stub. */
  private static final int MOST_LEFT = 4;

  private static final int MOST_FRAME_WORDS = 1 << 16;
  private static final int MOST_NATIVE = 64;
  private static final int MOST_SEARCHED = 256;

  /** Below the frame pointer of an interpreted frame, in words: its Method [1]. */
  private static final int METHOD = -3;

  /** The same for the address of its current bytecode. */
  private static final int BYTECODE = -8;

  /** Below the frame pointer of the stub by which HotSpot calls Java, in words: its wrapper [1]. */
  private static final int CALL_WRAPPER = System.getProperty("os.arch").equals("aarch64") ? -8 : -6;

  private static final int ANCHOR_WORDS = 4;

  /** Any address: frozen frames hold distances only. */
  private static final long FROZEN_START = 1L << 20;

  private static final int CALL = 0xe8;
  private static final int CALL_BYTES = 5;

  private final CodeReader code;
  private final long stackStart;
  private final byte[] stack;
  private final boolean isFrozen;

  /** The code at the addresses seen so far. */
  private final Map<Long, Optional<Blob>> blobs;

  /** Whether the addresses seen so far are return addresses. */
  private final Map<Long, Boolean> returns;

  /**
   * The position of a frame.
   *
   * @param ip the instruction, or the return address
   * @param sp the stack pointer, up to some words below the frame
   * @param fp the frame pointer register
   * @param pushed how many words it may have pushed below its frame
   */
  record Frame(long ip, long sp, long fp, int pushed) {}

  Unwinder(CodeReader code, long stackStart, byte[] stack) {
    this(code, stackStart, stack, false, new HashMap<>(), new HashMap<>());
  }

  private Unwinder(
      CodeReader code,
      long stackStart,
      byte[] stack,
      boolean isFrozen,
      Map<Long, Optional<Blob>> blobs,
      Map<Long, Boolean> returns) {
    this.code = code;
    this.stackStart = stackStart;
    this.stack = stack;
    this.isFrozen = isFrozen;
    this.blobs = blobs;
    this.returns = returns;
  }

  /**
   * The same for the frames of an unmounted virtual thread. For the same read: it shares what is
   * known of the code.
   *
   * @param frozen a copy from two words below its stack pointer on
   */
  Unwinder ofFrozen(byte[] frozen) {
    return new Unwinder(code, FROZEN_START, frozen, true, blobs, returns);
  }

  /** Its innermost frame; empty if the copy is too short. */
  Optional<Frame> innermost(Pages pages) throws BadMemoryException {
    long end = stackStart + 2 * Long.BYTES;
    return isOnStack(stackStart, 2) ? Optional.of(frame(pages, end, end)) : Optional.empty();
  }

  /**
   * An interpreted frame.
   *
   * @param method the address of its Method
   * @param bytecode the address of its current bytecode; 0 in a native method
   */
  record Interpreted(long method, long bytecode) {}

  /** The method of a frame in the interpreter, unverified; empty if it is not on the stack copy. */
  Optional<Interpreted> interpreted(Frame frame) {
    long lowest = frame.fp() + (long) BYTECODE * Long.BYTES;
    return isOnStack(lowest, METHOD - BYTECODE + 1)
        ? Optional.of(new Interpreted(word(frame.fp() + (long) METHOD * Long.BYTES), word(lowest)))
        : Optional.empty();
  }

  /** The frame's caller; empty if unknown. */
  Optional<Frame> caller(Pages pages, Frame frame) throws BadMemoryException {
    Optional<Blob> found = blobAt(pages, frame.ip());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Blob blob = found.get();
    if (blob.isInterpreter()) {
      return behindInterpreter(pages, frame);
    }
    boolean hasFrame = blob.frameWords() > 0 && blob.frameWords() < MOST_FRAME_WORDS;
    if (hasFrame && frame.ip() - blob.codeStart() >= blob.frameComplete()) {
      return behindFrame(pages, frame, blob.frameWords());
    }
    if (blob.isCompiled()) {
      return Optional.empty();
    }
    Optional<Frame> caller = behindStub(pages, blob, frame);
    return caller.isPresent() ? caller : behindEntry(pages, frame);
  }

  /**
   * The Java frame before the one in which HotSpot called Java; empty for the first of a thread.
   */
  private Optional<Frame> behindEntry(Pages pages, Frame frame) throws BadMemoryException {
    long link = frame.fp() + (long) CALL_WRAPPER * Long.BYTES;
    if (code.callAnchor().isEmpty() || !isOnStack(link, 1)) {
      return Optional.empty();
    }
    CodeReader.Anchor fields = code.callAnchor().get();
    long anchor = word(link) + fields.place();
    if (!isOnStack(anchor, ANCHOR_WORDS)) {
      return Optional.empty();
    }
    long sp = word(anchor + fields.sp());
    long pc = word(anchor + fields.pc());
    if (sp <= frame.sp() || !isOnStack(sp - Long.BYTES, 1)) {
      return Optional.empty();
    }
    long ip = pc == 0 ? word(sp - Long.BYTES) : pc;
    return code.blobAt(pages, ip).isPresent()
        ? Optional.of(new Frame(ip, sp, word(anchor + fields.fp()), 0))
        : Optional.empty();
  }

  /**
   * The Java frame that has called native code, such as the C library's, directly or through
   * HotSpot's. HotSpot's own functions keep frame pointers; without one, the first word that is an
   * address behind a call in compiled code counts.
   *
   * @param sp the stack pointer in the native code
   * @param fp its frame pointer register, whatever it holds
   */
  Optional<Frame> behindNative(Pages pages, long sp, long fp) throws BadMemoryException {
    long frame = fp;
    for (int i = 0; i < MOST_NATIVE && isOnStack(frame, 2); i++) {
      long value = word(frame + Long.BYTES);
      if (code.blobAt(pages, value).filter(blob -> blob.hasCode(value)).isPresent()) {
        return Optional.of(new Frame(value, frame + 2L * Long.BYTES, word(frame), 0));
      }
      long next = word(frame);
      frame = next > frame ? next : 0;
    }
    for (int i = 0; i < MOST_SEARCHED && isOnStack(sp + (long) i * Long.BYTES, 1); i++) {
      long place = sp + (long) i * Long.BYTES;
      long value = word(place);
      Optional<Blob> blob = code.blobAt(pages, value);
      if (blob.filter(one -> one.isCompiled() && one.hasCode(value)).isPresent()
          && isCalled(pages, value)) {
        return Optional.of(new Frame(value, place + Long.BYTES, 0, MOST_LEFT));
      }
    }
    return Optional.empty();
  }

  /** Whether a call of any kind ends there, on x86-64. */
  private static boolean isCalled(Pages pages, long end) throws BadMemoryException {
    return pages.u1(end - CALL_BYTES) == CALL
        || (pages.u1(end - 2) == 0xff && (pages.u1(end - 1) & 0xf8) == 0xd0);
  }

  private Optional<Frame> behindInterpreter(Pages pages, Frame frame) throws BadMemoryException {
    if (!isOnStack(frame.fp() - Long.BYTES, 3)) {
      return Optional.empty();
    }
    long sender = word(frame.fp() - Long.BYTES);
    long sp = isFrozen ? frame.fp() + sender * Long.BYTES : sender;
    return upwards(pages, frame, frame(pages, frame.fp() + 2 * Long.BYTES, sp));
  }

  /** The frame whose address and frame pointer are the two words before {@code end}. */
  private Frame frame(Pages pages, long end, long sp) throws BadMemoryException {
    long ip = word(end - Long.BYTES);
    long place = end - 2 * Long.BYTES;
    long fp = word(place);
    Optional<Blob> blob = blobAt(pages, ip);
    if (blob.isPresent()) {
      if (isFrozen && blob.get().isInterpreter()) {
        fp = place + fp * Long.BYTES;
      }
      OptionalInt original = code.original(pages, blob.get(), ip);
      long kept = sp + original.orElse(0);
      ip = original.isPresent() && isOnStack(kept, 1) ? word(kept) : ip;
    }
    return new Frame(ip, sp, fp, 0);
  }

  private Optional<Frame> behindFrame(Pages pages, Frame frame, int words)
      throws BadMemoryException {
    for (int pushed = 0; pushed <= frame.pushed(); pushed++) {
      long end = frame.sp() + (long) (words + pushed) * Long.BYTES;
      if (!isOnStack(end - 2 * Long.BYTES, 2)) {
        return Optional.empty();
      }
      Optional<Frame> sane = upwards(pages, frame, frame(pages, end, end));
      if (sane.isPresent()) {
        return sane;
      }
    }
    return Optional.empty();
  }

  /**
   * The caller of a stub without a frame. It is the first word that is an address behind a call of
   * the stub. The compiler keeps nothing for such a call, and the arguments pushed for the stub are
   * still on the stack.
   */
  private Optional<Frame> behindStub(Pages pages, Blob stub, Frame frame)
      throws BadMemoryException {
    for (int i = 0; i < MOST_PUSHED; i++) {
      long place = frame.sp() + (long) i * Long.BYTES;
      if (!isOnStack(place, 1)) {
        return Optional.empty();
      }
      long value = word(place);
      if (blobAt(pages, value).filter(Blob::isCompiled).isPresent()
          && (isCall(pages, value, stub) || isFarCall(pages, value, stub))) {
        return Optional.of(new Frame(value, place + Long.BYTES, frame.fp(), MOST_LEFT));
      }
    }
    return Optional.empty();
  }

  /** Whether a {@code call} of an address in the stub ends there. */
  private static boolean isCall(Pages pages, long end, Blob stub) throws BadMemoryException {
    return pages.u1(end - CALL_BYTES) == CALL && stub.hasCode(end + pages.i4(end - Integer.BYTES));
  }

  /** Whether {@code mov r10, address; call r10} of an address in the stub ends there. */
  private static boolean isFarCall(Pages pages, long end, Blob stub) throws BadMemoryException {
    return pages.u1(end - 3) == 0x41
        && pages.u1(end - 2) == 0xff
        && pages.u1(end - 1) == 0xd2
        && stub.hasCode(pages.i8(end - 3 - Long.BYTES));
  }

  /** The compiler records the return address of every Java call; other addresses are rejected. */
  private Optional<Frame> upwards(Pages pages, Frame from, Frame to) throws BadMemoryException {
    return to.sp() > from.sp() && isReturn(pages, to.ip()) ? Optional.of(to) : Optional.empty();
  }

  private boolean isReturn(Pages pages, long ip) throws BadMemoryException {
    Boolean known = returns.get(ip);
    if (known == null) {
      Optional<Blob> blob = blobAt(pages, ip);
      known =
          blob.isPresent()
              && blob.get().hasCode(ip)
              && switch (code.place(pages, blob.get(), ip)) {
                case CodePlace.Compiled compiled -> compiled.exact();
                case CodePlace.Interpreter interpreter -> true;
                case CodePlace.Stub stub -> true;
                case CodePlace.Library library -> false;
                case CodePlace.Unknown unknown -> false;
              };
      returns.put(ip, known);
    }
    return known;
  }

  private Optional<Blob> blobAt(Pages pages, long ip) throws BadMemoryException {
    Optional<Blob> known = blobs.get(ip);
    if (known == null) {
      known = code.blobAt(pages, ip);
      blobs.put(ip, known);
    }
    return known;
  }

  private boolean isOnStack(long address, int words) {
    return address >= stackStart
        && address - stackStart <= stack.length - (long) words * Long.BYTES;
  }

  private long word(long address) {
    return (long) LONGS.get(stack, (int) (address - stackStart));
  }
}

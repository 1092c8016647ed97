package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import java.util.ArrayList;
import java.util.List;

/**
 * The packed scopes of a compiled method: for an instruction, the chain of inlined methods with the
 * index of the bytecode in each (src/hotspot/share/code/scopeDesc.cpp).
 *
 * @param method the innermost Method of the chain
 * @param bci the index of its bytecode; -1 for its entry
 */
record Scopes(long method, int bci) {
  private static final int MOST_DEPTH = 100;

  /** Three numbers of up to five bytes. */
  private static final int HEADER_BYTES = 15;

  /** The index is packed one higher, so that the entry of a method, -1, is 0. */
  private static final int ENTRY = -1;

  /** A chain, the innermost first, and the format that it is packed in. */
  record Chain(List<Scopes> scopes, Unsigned5.Format format) {}

  /**
   * Reads the chain at {@code offset} of the scopes. Which of the formats they are packed in tells
   * the last one of the chain, which must be the method that was compiled.
   */
  static Chain read(Pages pages, DebugInfo info, int offset, long compiled)
      throws BadMemoryException {
    BadMemoryException why = null;
    for (Unsigned5.Format format : Unsigned5.Format.values()) {
      try {
        List<Scopes> scopes = read(pages, info, offset, format);
        if (scopes.getLast().method() == compiled) {
          return new Chain(scopes, format);
        }
      } catch (BadMemoryException e) {
        why = e;
      }
    }
    throw why == null
        ? new BadMemoryException("the scopes at " + BadMemoryException.hex(info.scopes()) + " lie")
        : why;
  }

  private static List<Scopes> read(Pages pages, DebugInfo info, int offset, Unsigned5.Format format)
      throws BadMemoryException {
    List<Scopes> scopes = new ArrayList<>();
    int at = offset;
    while (at != 0) {
      long place = info.scopes() + at;
      if (at < 0 || place >= info.scopesEnd() || scopes.size() == MOST_DEPTH) {
        throw new BadMemoryException("the scopes at " + BadMemoryException.hex(place) + " lie");
      }
      int bytes = (int) Math.min(HEADER_BYTES, info.scopesEnd() - place);
      Unsigned5 header = new Unsigned5(pages.bytes(place, bytes), 0, format);
      int sender = header.next();
      long method = method(pages, info, header.next());
      scopes.add(new Scopes(method, header.next() + ENTRY));
      if (sender >= at) {
        // A caller's scope is written before that of what it calls.
        throw new BadMemoryException("the scopes at " + BadMemoryException.hex(place) + " lie");
      }
      at = sender;
    }
    return scopes;
  }

  private static long method(Pages pages, DebugInfo info, int index) throws BadMemoryException {
    long place = info.metadata() + (index - 1L) * Long.BYTES;
    if (index < 1 || place + Long.BYTES > info.metadataEnd()) {
      throw new BadMemoryException("there is no method " + index + " in its table");
    }
    return pages.target(place);
  }
}

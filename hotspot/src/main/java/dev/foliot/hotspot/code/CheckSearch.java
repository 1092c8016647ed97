package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.DebugInfo.Scope;
import dev.foliot.hotspot.code.TypeChecks.Check;
import dev.foliot.hotspot.image.BadMemoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which check made a write, where the compiler kept no debug information for the instruction, but
 * for one before and one after it. Pure.
 *
 * <p>The instruction belongs to a bytecode of a method that was inlined there, and the bytecodes
 * tell which of them ask for the type that was written. They are looked for in four places, the
 * nearer one first: at the known bytecode after it, since what is done where a check fails stands
 * behind that check; on the way from the one known bytecode to the other; in all methods of both
 * chains; and in all methods that are known to be inlined anywhere in this compiled code. The order
 * of machine code is not that of bytecodes, so the way is taken from the lower index to the higher
 * one in the method that both chains share. Casts count before the rest; the first place that has
 * any decides.
 *
 * <p>What it cannot see: a method that was inlined and for which no debug information was kept, as
 * of a check alone that cannot fail; and which of two checks for one type in the same place it was.
 */
final class CheckSearch {
  private final List<Scope> before;
  private final List<Scope> after;
  private final Set<Long> types;
  private final Code code;

  /** The compiled code, as far as it is asked. */
  interface Code {
    /** The checks of the Method at an address, in the order of their bytecodes. */
    List<Check> checks(long method) throws BadMemoryException;

    /** The chains of all instructions with debug information, the innermost method first. */
    Collection<List<Scope>> chains() throws BadMemoryException;
  }

  private enum Place {
    BEHIND,
    WAY,
    CHAINS,
    CODE
  }

  private record Step(Check.Kind kind, Place place) {}

  /**
   * What may have made the write.
   *
   * @param chains each of a check, which is its innermost; none when nothing fits, or nothing is
   *     known of what was written
   * @param kind of all of them; empty where there are none
   */
  record Candidates(List<List<Scope>> chains, Optional<Check.Kind> kind) {
    static final Candidates NONE = new Candidates(List.of(), Optional.empty());
  }

  private static final List<Step> CONSTANT =
      List.of(
          new Step(Check.Kind.CAST, Place.BEHIND),
          new Step(Check.Kind.CAST, Place.WAY),
          new Step(Check.Kind.CAST, Place.CHAINS),
          new Step(Check.Kind.CAST, Place.CODE),
          new Step(Check.Kind.RECEIVER, Place.WAY),
          new Step(Check.Kind.CLASS, Place.WAY),
          new Step(Check.Kind.CLASS, Place.CHAINS),
          new Step(Check.Kind.CLASS, Place.CODE),
          new Step(Check.Kind.STORE, Place.WAY));

  private static final List<Step> VARIABLE =
      List.of(
          new Step(Check.Kind.CLASS, Place.WAY),
          new Step(Check.Kind.STORE, Place.WAY),
          new Step(Check.Kind.CLASS, Place.CHAINS),
          new Step(Check.Kind.STORE, Place.CHAINS),
          new Step(Check.Kind.CLASS, Place.CODE),
          new Step(Check.Kind.STORE, Place.CODE));

  /**
   * Bytecodes of one method in one place of the compiled code, both ends included.
   *
   * @param callers the chain that it is inlined into, the innermost first
   */
  private record Stretch(List<Scope> callers, long method, int from, int to) {}

  /**
   * A search that has not begun.
   *
   * @param before the chain of the instruction before, the innermost method first; empty for none
   * @param after that of the one after
   * @param types one of which was written
   */
  CheckSearch(List<Scope> before, List<Scope> after, Set<Long> types, Code code) {
    this.before = before;
    this.after = after;
    this.types = types;
    this.code = code;
  }

  /**
   * The candidates.
   *
   * @param mayBeConstant whether one of the types may stand in the compiled code; where none does,
   *     only a check whose type the running program knows can have written it
   */
  Candidates candidates(boolean mayBeConstant) throws BadMemoryException {
    if (types.isEmpty()) {
      // any check could have made it
      return Candidates.NONE;
    }
    for (Step step : mayBeConstant ? CONSTANT : VARIABLE) {
      Set<List<Scope>> found = new LinkedHashSet<>();
      for (Stretch stretch : stretches(step.place())) {
        for (Check check : code.checks(stretch.method())) {
          boolean isOnIt = check.bci() >= stretch.from() && check.bci() <= stretch.to();
          boolean asks = check.type() == 0 || types.contains(check.type());
          if (isOnIt && asks && check.kind() == step.kind()) {
            List<Scope> chain = new ArrayList<>();
            chain.add(new Scope(stretch.method(), check.bci()));
            chain.addAll(stretch.callers());
            found.add(List.copyOf(chain));
          }
        }
      }
      if (!found.isEmpty()) {
        return new Candidates(List.copyOf(found), Optional.of(step.kind()));
      }
    }
    return Candidates.NONE;
  }

  private Collection<Stretch> stretches(Place place) throws BadMemoryException {
    return switch (place) {
      case BEHIND -> after.isEmpty() ? List.of() : List.of(stretchAt(after, 0));
      case WAY -> way();
      case CHAINS -> wholes(List.of(after, before));
      case CODE -> wholes(code.chains());
    };
  }

  private static Collection<Stretch> wholes(Collection<List<Scope>> chains) {
    Set<Stretch> all = new LinkedHashSet<>();
    for (List<Scope> chain : chains) {
      for (int i = 0; i < chain.size(); i++) {
        all.add(stretch(chain, i, 0, Integer.MAX_VALUE));
      }
    }
    return all;
  }

  private static Stretch stretch(List<Scope> chain, int index, int from, int to) {
    List<Scope> callers = List.copyOf(chain.subList(index + 1, chain.size()));
    return new Stretch(callers, chain.get(index).method(), from, to);
  }

  private static Stretch stretchAt(List<Scope> chain, int index) {
    return stretch(chain, index, chain.get(index).bci(), chain.get(index).bci());
  }

  /** Out of what the first chain is in, through the method that both share, into the second. */
  private Collection<Stretch> way() {
    int shared = shared();
    int inBefore = before.size() - shared - 1;
    int inAfter = after.size() - shared - 1;
    boolean meet =
        inBefore >= 0
            && inAfter >= 0
            && before.get(inBefore).method() == after.get(inAfter).method();
    boolean isBackwards = meet && before.get(inBefore).bci() > after.get(inAfter).bci();
    List<Scope> first = isBackwards ? after : before;
    List<Scope> second = isBackwards ? before : after;
    Set<Stretch> way = new LinkedHashSet<>();
    for (int i = 0; i < first.size() - shared - (meet ? 1 : 0); i++) {
      way.add(stretch(first, i, first.get(i).bci(), Integer.MAX_VALUE));
    }
    if (meet) {
      int from = first.size() - shared - 1;
      int to = second.size() - shared - 1;
      way.add(stretch(first, from, first.get(from).bci(), second.get(to).bci()));
    } else if (shared > 0) {
      int at = first.size() - shared;
      way.add(stretchAt(first, at));
    }
    for (int i = 0; i < second.size() - shared - (meet ? 1 : 0); i++) {
      way.add(stretch(second, i, 0, second.get(i).bci()));
    }
    return way;
  }

  /** How many callers, from the outermost on, both chains have in common. */
  private int shared() {
    int most = Math.min(before.size(), after.size());
    int shared = 0;
    while (shared < most
        && before.get(before.size() - 1 - shared).equals(after.get(after.size() - 1 - shared))) {
      shared++;
    }
    return shared;
  }
}

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
 * Finds the check that made a write at an instruction without debug information. Pure.
 *
 * <p>The compiler kept debug information only for an instruction before and one after. The
 * instruction belongs to a bytecode of an inlined method, and the bytecodes show which of them
 * check for the written type. Four places are searched, nearest first:
 *
 * <ol>
 *   <li>the known bytecode after it, because the code for a failed check follows the check
 *   <li>the bytecodes between the two known ones
 *   <li>all methods of both inlining chains
 *   <li>all methods known to be inlined in this compiled code
 * </ol>
 *
 * <p>Machine code and bytecodes are ordered differently, so the range runs from the lower to the
 * higher index in the method shared by both chains. Casts precede other checks; the first place
 * with any check decides.
 *
 * <p>Limits: it misses an inlined method without debug information, such as one that holds only a
 * check that cannot fail. It cannot separate two checks for one type in the same place.
 */
final class CheckSearch {
  private final List<Scope> before;
  private final List<Scope> after;
  private final Set<Long> types;
  private final Code code;

  /** The required view of the compiled code. */
  interface Code {
    /** The checks of the Method at an address, in bytecode order. */
    List<Check> checks(long method) throws BadMemoryException;

    /** The inlining chains of all instructions with debug information, innermost method first. */
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
   * The checks that may have made the write.
   *
   * @param chains one per check, which is the innermost scope; empty if nothing fits or the written
   *     value is unknown
   * @param kind of all checks; empty if {@code chains} is empty
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
   * A range of bytecodes in one method at one inlining position, both ends included.
   *
   * @param callers the chain that it is inlined into, the innermost first
   */
  private record Stretch(List<Scope> callers, long method, int from, int to) {}

  /**
   * A search that has not begun.
   *
   * @param before the chain of the instruction before, the innermost method first; empty for none
   * @param after the chain of the instruction after
   * @param types the possible values written
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
   * @param mayBeConstant whether one of the types may be a constant of the compiled code; if false,
   *     only a check with a type known at run time can have written it
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

  /** The bytecodes from the first chain, through the shared method, to the second chain. */
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

  /** The number of outermost callers that both chains share. */
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

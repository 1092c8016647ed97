package dev.foliot.checks.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;

/**
 * Jackson, reading small beans with lists, sets and queues of strings. With two kinds of collection
 * C2 knows where both are created, and makes no check; with three it does.
 */
public final class JacksonBeans {
  private static final byte[] JSON =
      "{\"name\":\"n\",\"tags\":[\"red\",\"green\"],\"labels\":[\"new\"],\"log\":[\"a\"]}"
          .getBytes(UTF_8);

  private JacksonBeans() {}

  /** The type that is read. */
  public static final class Bean {
    /** A word. */
    public String name = "";

    /** Read into an ArrayList. */
    public List<String> tags = List.of();

    /** Read into a HashSet. */
    public Set<String> labels = Set.of();

    /** Read into a LinkedList. */
    public Deque<String> log = new LinkedList<>();
  }

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    ObjectReader reader = new ObjectMapper().readerFor(Bean.class);
    Load.play(() ->
        i -> {
          Bean bean = reader.readValue(JSON);
          return bean.name.length() + bean.tags.size() + bean.labels.size() + bean.log.size();
        });
  }
}

package mine;

/** Starts no harness. */
public class NoHarness {
  public static void main(String[] args) {
    System.out.println("hello");
  }
}

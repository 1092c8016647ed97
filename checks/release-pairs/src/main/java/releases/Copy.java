package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A deep page, copied. */
public final class Copy extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.nested(300));
  }

  @Override
  Object work() {
    return page.clone();
  }
}

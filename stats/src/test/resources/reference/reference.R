# Prints the values of R that the tests of this module hold: Rscript reference.R (R 4.2.2).
a <- c(18.3, 19.1, 17.7, 20.4, 18.9, 47.2, 18.0, 18.5, 19.9, 17.9)
b <- c(20.1, 21.3, 19.5, 22.0, 20.7, 21.8, 19.2, 60.3, 20.9, 23.1)
for (confidence in c(0.95, 0.99)) {
  w <- wilcox.test(b, a, conf.int = TRUE, conf.level = confidence, exact = TRUE)
  print(c(w$p.value, w$estimate, w$conf.int), digits = 15)
}
w <- wilcox.test(b[1:5], a[1:7], conf.int = TRUE, conf.level = 0.9, exact = TRUE)
print(c(w$p.value, w$estimate, w$conf.int), digits = 15)
print(p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), method = "holm"), digits = 15)
print(p.adjust(c(0.6, 0.02, 0.02, 0.9), method = "holm"), digits = 15)
print(qwilcox(c(0.025, 0.005), 10, 10))
print(pwilcox(c(23, 16, 60), 10, 10), digits = 15)
print(pwilcox(1000, 60, 50), digits = 15)

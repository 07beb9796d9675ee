use torneo_statistics::calibration as c;
fn main(){ let n:u64=std::env::args().nth(1).unwrap().parse().unwrap();
 let mut f=c::ratings(n,200,7); f.extend(c::ranges(n,3)); f.extend(c::pools(n,5)); f.extend(c::races(n/4,6)); f.extend(c::sequences(n,8)); f.extend(c::sprt(n/2,9));
 for f in f { println!("{:.3} {} {} {:?} {}", f.share(), f.cases, f.name, f.target, if f.is_met(){""}else{"MISSED"}); } }
